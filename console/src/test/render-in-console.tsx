import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/preact';
import type { ComponentChildren } from 'preact';
import { ApiContext } from '../api/api-context.ts';
import { createQueries } from '../app/create-queries.ts';
import { MeContext } from '../data/session.ts';
import { ownerMe } from './api-double.ts';
import { openApi } from './open-api.ts';

/** Renders a part of the console for a signed-in member, by default an owner; with the cache of the real console. */
export function renderInConsole(part: ComponentChildren, member: object = ownerMe): void {
  const api = openApi();
  const me = JSON.parse(JSON.stringify(member));
  render(
    <QueryClientProvider client={createQueries()}>
      <ApiContext.Provider value={api}>
        <MeContext.Provider value={me}>{part}</MeContext.Provider>
      </ApiContext.Provider>
    </QueryClientProvider>,
  );
}
