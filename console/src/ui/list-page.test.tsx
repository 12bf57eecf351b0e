import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import type { KnowledgeBase } from '@portico/shared-types/api/knowledge-bases';
import type { ComponentType } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { AgentList } from '../screens/agents/agent-list.tsx';
import { ChatList } from '../screens/chat/chat-list.tsx';
import { FormList } from '../screens/forms/form-list.tsx';
import { BaseList } from '../screens/knowledge/base-list.tsx';
import { DocumentsTab } from '../screens/knowledge/documents-tab.tsx';
import { SourcesTab } from '../screens/knowledge/sources/sources-tab.tsx';
import { PersonaListTab } from '../screens/personas/persona/persona-list-tab.tsx';
import KeysPart from '../screens/settings/keys/keys-part.tsx';
import MembersPart from '../screens/settings/members/members-part.tsx';
import SavedRepliesPart from '../screens/settings/saved-replies/saved-replies-part.tsx';
import TriggersPart from '../screens/settings/triggers/triggers-part.tsx';
import { WebhookList } from '../screens/settings/webhooks/webhook-list.tsx';
import { WorkflowList } from '../screens/workflows/workflow-list.tsx';
import { ownerMe, type Sent, startApiDouble } from '../test/api-double.ts';
import { choose } from '../test/choose.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { ToasterProvider } from './toaster.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const paramsOf = ({ path }: Sent) => new URL(path, location.origin).searchParams;

/** Agents that the double of the API searches by name and divides into pages of two. */
function openAgents(names: readonly string[], address = '/agents') {
  history.replaceState(null, '', address);
  const agents = names.map((name) => ({
    id: `agt_${name}`,
    name,
    updated_at: '2026-01-01T00:00:00.000Z',
    knowledge_base_ids: [],
    tools: [],
    status: 'active',
  }));
  const api = startApiDouble({
    'GET /api/v1/agents': (sent) => {
      const page = Number(paramsOf(sent).get('page'));
      const found = agents.filter(({ name }) => name.includes(paramsOf(sent).get('search') ?? ''));
      return {
        data: found.slice(2 * page - 2, 2 * page),
        pagination: { page, total_count: found.length, total_pages: Math.ceil(found.length / 2) },
      };
    },
  });
  renderInConsole(<AgentList />);
  return api;
}

const names = () => screen.queryAllByRole('row').flatMap((row) => row.querySelector('.row-link')?.textContent ?? []);
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find by name' });
const write = (text: string) => fireEvent.input(field(), { target: { value: text } });

const many = ['boat', 'berth', 'crane', 'dock', 'ebb', 'flood', 'gull', 'harbour', 'island'];

test('the title of a column sorts the list, first one way, then the other, then as before; the address keeps it', async () => {
  const api = openAgents(many, '/agents?page=2');
  const asked = () =>
    api.sent
      .filter(({ path }) => path.startsWith('/api/v1/agents?'))
      .map(paramsOf)
      .at(-1);
  const title = (name: string) => screen.getByRole('columnheader', { name: new RegExp(name) });
  const sort = async (name: string, order: string | null, shown: string | null) => {
    fireEvent.click(within(title(name)).getByRole('button'));
    await waitFor(() => expect([asked()?.get('sort'), asked()?.get('page')]).toEqual([order, '1']));
    expect(new URLSearchParams(location.search).get('sort')).toBe(order);
    expect(title(name).getAttribute('aria-sort')).toBe(shown);
  };
  await waitFor(() => expect(names()).toEqual(['crane', 'dock']));
  expect(asked()?.has('sort')).toBe(false);
  await sort('Name', 'name', 'ascending');
  await sort('Name', '-name', 'descending');
  await sort('Changed', '-updated_at', 'descending');
  expect(title('Name').getAttribute('aria-sort')).toBeNull();
  await sort('Changed', 'updated_at', 'ascending');
  await sort('Changed', null, null);
  expect(within(title('Model')).queryByRole('button')).toBeNull();
});

test('cards are sorted with a field', async () => {
  const api = openAgents(many, '/agents?sort=-name');
  const chosen = () => screen.queryByRole<HTMLSelectElement>('combobox', { name: 'Sort by' })?.value;
  await waitFor(() => expect(chosen()).toBe('-name'));
  choose('Sort by', '');
  await waitFor(() => expect(paramsOf(api.sent.at(-1) as Sent).has('sort')).toBe(false));
  await waitFor(() => expect(chosen()).toBe(''));
  expect(location.search).toBe('');
});

test('a long list is searched by name while typing; the address keeps the search', async () => {
  const { sent } = openAgents(many, '/agents?page=2');
  await waitFor(() => expect(names()).toEqual(['crane', 'dock']));
  field().focus();
  const before = sent.length;
  for (const text of ['b', 'ber', 'bert']) write(text);
  await waitFor(() => expect(names()).toEqual(['berth']));
  // One request after the pause, for the first page.
  expect(sent.slice(before).map((each) => [...paramsOf(each)])).toEqual([
    [
      ['page', '1'],
      ['search', 'bert'],
    ],
  ]);
  expect(location.search).toBe('?search=bert');
  expect(document.activeElement).toBe(field());
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 found'));
});

test('a search that finds nothing can be cleared, and the field gets the focus back', async () => {
  openAgents(many, '/agents?search=zebra');
  expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
  expect(field().value).toBe('zebra');
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(names()).toEqual(['boat', 'berth']));
  expect([field().value, location.search]).toEqual(['', '']);
  expect(document.activeElement).toBe(field());
});

test('Enter searches at once, and the field stays while the search is emptied', async () => {
  openAgents(['boat', 'berth'], '/agents?search=boat');
  await waitFor(() => expect(names()).toEqual(['boat']));
  write(' ber ');
  expect(location.search).toBe('?search=boat');
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(location.search).toBe('?search=ber');
  write('');
  fireEvent.keyDown(field(), { key: 'Enter' });
  await waitFor(() => expect(names()).toEqual(['boat', 'berth']));
  expect(field()).toBeTruthy();
});

test('a short list has no search', async () => {
  openAgents(many.slice(0, 8));
  await waitFor(() => expect(names()).toHaveLength(2));
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('an empty list invites to create something instead of searching', async () => {
  openAgents([]);
  expect(await screen.findByText('No agents yet')).toBeTruthy();
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test.each([
  ['the only page', many.slice(0, 2), ['boat', 'berth']],
  ['the last of several pages', many.slice(0, 3), ['crane']],
])('a page past the end is %s', async (_, all, shown) => {
  openAgents(all, '/agents?page=7');
  await waitFor(() => expect(names()).toEqual(shown));
});

const base = { id: 'kb_1', name: 'Guides' } as KnowledgeBase;
const sortedLists: readonly [string, ComponentType][] = [
  ['/api/v1/chat-interfaces', ChatList],
  ['/api/v1/form-interfaces', FormList],
  ['/api/v1/workflows', WorkflowList],
  ['/api/v1/knowledge-bases', BaseList],
  ['/api/v1/knowledge-bases/kb_1/documents', () => <DocumentsTab base={base} opened={undefined} />],
  ['/api/personas', PersonaListTab],
];
const lists: readonly [string, ComponentType][] = [
  ...sortedLists,
  ['/api/v1/knowledge-bases/kb_1/sources', () => <SourcesTab base={base} />],
  ['/api/v1/members', MembersPart],
  ['/api/v1/saved-replies', SavedRepliesPart],
  ['/api/v1/api-keys', KeysPart],
  ['/api/v1/webhooks', WebhookList],
  ['/api/v1/triggers', TriggersPart],
];

test.each(lists)('the list of %s is searched, too', async (path, List) => {
  history.replaceState(null, '', '/?search=boat');
  const { sent } = startApiDouble({ [`GET ${path}`]: { data: [] }, 'GET /api/v1/invitations': { data: [] } });
  renderInConsole(<List />, { ...ownerMe, scopes: [] });
  expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
  expect(field().value).toBe('boat');
  const searches = sent.filter((each) => new URL(each.path, location.origin).pathname === path);
  expect(searches.map((each) => paramsOf(each).get('search'))).toEqual(['boat']);
});

test.each(sortedLists)('the list of %s is sorted, too', async (path, List) => {
  history.replaceState(null, '', '/?sort=-name');
  const { sent } = startApiDouble({ [`GET ${path}`]: { data: [] } });
  renderInConsole(<List />, { ...ownerMe, scopes: [] });
  await waitFor(() => {
    const asked = sent.find((each) => new URL(each.path, location.origin).pathname === path);
    expect(asked === undefined ? undefined : paramsOf(asked).get('sort')).toBe('-name');
  });
});

test('one who has gone back from a dialog while it creates an item stays on the list, which shows the item', async () => {
  history.replaceState(null, '', '/agents');
  const clerk = {
    id: 'agt_1',
    name: 'clerk',
    updated_at: '2026-01-01T00:00:00.000Z',
    knowledge_base_ids: [],
    tools: [],
  };
  const { promise, resolve } = Promise.withResolvers<void>();
  const api = startApiDouble({
    'GET /api/v1/agents': { data: [] },
    'POST /api/v1/agents': async () => {
      await promise;
      api.answer('GET /api/v1/agents', { data: [clerk] });
      return { status: 201, data: clerk };
    },
  });
  renderInConsole(
    <ToasterProvider>
      <AgentList />
    </ToasterProvider>,
    { ...ownerMe, scopes: ['agents:read', 'agents:write'] },
  );
  fireEvent.click((await screen.findAllByRole('button', { name: 'New agent' }))[0] as HTMLElement);
  fireEvent.input(await screen.findByLabelText('Name'), { target: { value: 'clerk' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create agent' }));
  await waitFor(() => expect(api.sent.some(({ method }) => method === 'POST')).toBe(true));
  history.back();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  resolve();
  expect(await screen.findByText('Created', { selector: '.toast' })).toBeTruthy();
  await waitFor(() => expect(names()).toEqual(['clerk']));
  expect(location.pathname).toBe('/agents');
});

test.each(lists)(
  'a link to the dialog of the list of %s opens nothing for a member who may not create',
  async (path, List) => {
    history.replaceState(null, '', '/?new=1&search=boat');
    startApiDouble({ [`GET ${path}`]: { data: [] }, 'GET /api/v1/invitations': { data: [] } });
    renderInConsole(<List />, { ...ownerMe, scopes: [] });
    expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);
