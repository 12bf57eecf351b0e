import type { Source } from '@portico/shared-types/api/sources';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
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

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
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

test('a saved selection stays marked until the run that applies it', async () => {
  const saved: Source = JSON.parse(
    '{"id":"src_1","knowledge_base_id":"kb_1","include":[],"exclude":["/berths/**","/old/**"]}',
  );
  const read = { ...pages[0], document_id: 'doc_1' };
  const leftOut = { ...pages[1], status: 'skipped', reason: 'excluded' };
  const below = { ...pages[1], id: 'pag_old', url: 'https://harbor.example/old/2019', document_id: 'doc_2' };
  const gone = { ...leftOut, id: 'pag_gone', url: 'https://harbor.example/old/2018' };
  startApiDouble({ [`GET ${pagesPath}`]: { data: [read, leftOut, below, gone] } });
  const part = (
    <SavedForm saved={{ include: saved.include, exclude: saved.exclude }} save={async (changes) => changes}>
      <PagesPart source={saved} />
    </SavedForm>
  );
  renderInConsole(part, { ...ownerMe, scopes: ['knowledge-bases:write'] });
  const marksOf = async (path: string) => {
    const row = (await screen.findByRole('checkbox', { name: `Visit ${path}` })).closest('.page-row');
    return /(?:Goes|Comes) with the next run/.exec(row?.textContent ?? '')?.[0];
  };
  expect(await marksOf('/berths')).toBe('Goes with the next run');
  expect(await marksOf('/prices')).toBe('Comes with the next run');
  expect(await marksOf('/old')).toBe('Goes with the next run');
  expect(await marksOf('/old/2019')).toBe('Goes with the next run');
  expect(await marksOf('/old/2018')).toBeUndefined();
});
