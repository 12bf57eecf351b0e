import type { Source } from '@portico/shared-types/api/sources';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { SavedForm } from '../../../test/saved-form.tsx';
import { PagesPart } from './pages-part.tsx';

const pagesPath = '/api/v1/knowledge-bases/kb_1/sources/src_1/pages';
const source: Source = JSON.parse('{"id":"src_1","knowledge_base_id":"kb_1","include":[],"exclude":[]}');
const pages = ['berths', 'prices'].map((name) => ({
  id: `pag_${name}`,
  url: `https://harbor.example/${name}`,
  title: null,
  status: 'ready',
  reason: null,
  document_id: null,
}));

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

test('Enter in the search of the pages searches at once, and does not save the rules that are being chosen', async () => {
  const { sent } = startApiDouble({ [`GET ${pagesPath}`]: { data: pages } });
  const part = (
    <SavedForm saved={{ include: [], exclude: [] }} save={async (changes) => changes}>
      <PagesPart source={source} />
    </SavedForm>
  );
  renderInConsole(part, { ...ownerMe, scopes: ['knowledge-bases:write'] });
  fireEvent.click(await screen.findByRole('checkbox', { name: /berths/ }));
  await screen.findByRole('button', { name: 'Save' });
  const search = screen.getByRole('searchbox');
  fireEvent.input(search, { target: { value: 'prices' } });
  // The default action of Enter in a form is to submit it.
  expect(fireEvent.keyDown(search, { key: 'Enter' })).toBe(false);
  await waitFor(() => expect(sent.at(-1)?.path).toContain('q=prices'));
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
});
