import { QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/preact';
import type { ComponentChildren } from 'preact';
import { ApiContext } from '../api/api-context.ts';
import { createQueries } from '../app/create-queries.ts';
import { MeContext } from '../data/session.ts';
import { DraftsProvider } from '../form/drafts-provider.tsx';
import { ownerMe } from './api-double.ts';
import { openApi } from './open-api.ts';

/** Renders a part of the console for a signed-in member, by default an owner; with the cache of the real console. */
export function renderInConsole(part: ComponentChildren, member: object = ownerMe): RenderResult {
  const api = openApi();
  const queries = createQueries();
  const me = JSON.parse(JSON.stringify(member));
  const wrapper = ({ children }: { children: ComponentChildren }) => (
    <QueryClientProvider client={queries}>
      <ApiContext.Provider value={api}>
        <MeContext.Provider value={me}>
          <DraftsProvider>{children}</DraftsProvider>
        </MeContext.Provider>
      </ApiContext.Provider>
    </QueryClientProvider>
  );
  return render(<>{part}</>, { wrapper });
}
