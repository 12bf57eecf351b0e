import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { expect, test, vi } from 'vitest';
import { screens } from '../screens/screens.ts';
import { parts as knowledgeParts } from '../screens/knowledge/parts.ts';
import { parts as personaParts } from '../screens/personas/parts.ts';
import { parts as settingsParts } from '../screens/settings/parts.ts';
import { ownerMe, startApiDouble } from '../test/api-double.ts';
import { prepareCommandMenu } from '../test/prepare-command-menu.ts';
import { renderInConsole } from '../test/render-in-console.tsx';
import { sampleConversation } from '../test/sample-conversation.ts';
import CommandMenu from './command-menu.tsx';

prepareCommandMenu();

const noLists = Object.fromEntries(
  [...screens, ...knowledgeParts, ...personaParts, ...settingsParts].flatMap(({ things }) =>
    things === undefined ? [] : [[`GET ${things.endpoint}`, { data: [] }]],
  ),
);
const { visitor } = sampleConversation;
const of = (id: string, name: string | null, subject: string | null = null) => ({
  ...sampleConversation,
  id,
  subject,
  visitor: { ...visitor, name },
});

const settingsLists = ['members', 'saved-replies', 'api-keys', 'webhooks', 'triggers'];
const settingsScopes = settingsParts.flatMap(({ scope = [] }) => scope);

function Menu({ allowed = screens, onClose }: { allowed?: typeof screens; onClose: () => void }) {
  const [search, setSearch] = useState('');
  return <CommandMenu screens={allowed} search={search} onSearch={setSearch} onClose={onClose} />;
}

type Handlers = Parameters<typeof startApiDouble>[0];

function open(conversations: Handlers[string] = { data: [] }, scopes = ownerMe.scopes, others: Handlers = {}) {
  const onClose = vi.fn();
  const api = startApiDouble({ ...noLists, 'GET /api/v1/conversations': conversations, ...others });
  renderInConsole(<Menu onClose={onClose} />, { ...ownerMe, scopes });
  return { ...api, onClose };
}

const write = (text: string) => fireEvent.input(screen.getByRole('combobox'), { target: { value: text } });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const searches = (sent: ReturnType<typeof open>['sent']) =>
  sent
    .filter(({ path }) => path.startsWith('/api/v1/conversations?'))
    .map(({ path }) => new URL(path, location.origin).searchParams.get('q'));
/** The requests for lists in which names are searched for. */
const lists = (sent: ReturnType<typeof open>['sent']) =>
  sent.map(({ method, path }) => `${method} ${path}`).filter((name) => !name.startsWith('GET /api/v1/conversations?'));

test('finds the parts of screens by their own title and by that of the screen', async () => {
  open({ data: [] }, ['webhooks:read', 'insights:read']);
  expect(options()).toHaveLength(screens.length);
  write('webhook');
  await waitFor(() => expect(options()).toEqual(['WebhooksSettings']));
  write('improve usage');
  await waitFor(() => expect(options()).toEqual(['UsageImprove']));
  // Not allowed for this member.
  write('audit log');
  await waitFor(() => expect(screen.getByText('Nothing found.')).toBeTruthy());
  write('settings');
  await waitFor(() => expect(options()[0]).toBe('Settings'));
  expect(options()).toContain('ConnectionsSettings');
  write('figures');
  await waitFor(() => expect(options()).toEqual(['FiguresImprove']));
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  expect(location.pathname).toBe('/improve/figures');
});

test('finds conversations on the server, by the name of the visitor, the subject and the messages', async () => {
  const { sent, onClose } = open({
    data: [of('cnv_1', 'Mara Lindqvist', 'Winter berth'), of('cnv_2', null, 'A crane for Mara'), of('cnv_3', 'Ole')],
  });
  write('m');
  for (const text of ['ma', 'mar', 'mara ']) write(text);
  await waitFor(() => expect(options()).toEqual(['Mara LindqvistWinter berth', 'Visitor is_1A crane for Mara', 'Ole']));
  expect(screen.queryByText('Nothing found.')).toBeNull();
  // One request after the pause; none for a single letter.
  expect(searches(sent)).toEqual(['mara']);
  fireEvent.click(within(screen.getByRole('listbox')).getByText('A crane for Mara'));
  expect(location.pathname).toBe('/conversations/cnv_2');
  expect(onClose).toHaveBeenCalled();
});

test.each([
  [
    'members',
    { id: 'mem_1', user: { name: 'Mara Lindqvist', email: 'mara+1@example.com' } },
    'Mara Lindqvistmara+1@example.com',
    '/settings/members?search=mara%2B1%40example.com',
  ],
  [
    'saved-replies',
    { id: 'svr_1', name: 'Mara’s hours', shortcut: 'hours' },
    'Mara’s hours/hours',
    `/settings/saved-replies?search=${encodeURIComponent('Mara’s').replace('%20', '+')}+hours&reply=svr_1`,
  ],
  ['api-keys', { id: 'key_1', name: 'Mara’s' }, 'Mara’s', `/settings/keys?search=${encodeURIComponent('Mara’s')}`],
  [
    'webhooks',
    { id: 'whk_1', name: null, url: 'https://mara.test/' },
    'https://mara.test/',
    '/settings/webhooks/whk_1',
  ],
  [
    'webhooks',
    { id: 'whk_1', name: 'Shop', url: 'https://mara.test/' },
    'Shophttps://mara.test/',
    '/settings/webhooks/whk_1',
  ],
  ['triggers', { id: 'trg_1', name: 'Mara' }, 'Mara', '/settings/triggers?search=Mara&trigger=trg_1'],
])('finds an item of %s, and leads to it', async (list, item, shown, address) => {
  open(undefined, settingsScopes, { [`GET /api/v1/${list}`]: { data: [item] } });
  write('mara');
  await waitFor(() => expect(options()).toEqual([shown]));
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  expect(location.pathname + location.search).toBe(address);
});

test('finds a task by its title, and leads to it', async () => {
  const task = { id: 'pin_1', taskTitle: 'Plan of the summer' };
  open(undefined, ['personas:read'], { 'GET /api/personas/instances': { data: [task] } });
  write('summer');
  await waitFor(() => expect(options()).toEqual(['Plan of the summer']));
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  expect(location.pathname).toBe('/personas/tasks/pin_1');
});

test('finds a document of any knowledge base by its title, and leads to it', async () => {
  const document = { id: 'doc_1', name: 'winter.pdf', title: 'Winter berths', knowledge_base_id: 'kb_2' };
  const { sent } = open(undefined, ['knowledge-bases:read'], { 'GET /api/v1/documents': { data: [document] } });
  write('winter b');
  await waitFor(() => expect(options()).toEqual(['Winter berths']));
  expect(lists(sent)).toContain('GET /api/v1/documents?search=winter+b&per_page=5');
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  expect(location.pathname).toBe('/knowledge/kb_2/documents/doc_1');
});

test('looks for no items of parts that the member may not see', async () => {
  const { sent } = open(undefined, ['webhooks:read']);
  write('mara');
  await waitFor(() => expect(lists(sent)).toContain('GET /api/v1/webhooks?search=mara&per_page=5'));
  expect(sent.filter(({ path }) => settingsLists.some((name) => path.startsWith(`/api/v1/${name}?`)))).toHaveLength(1);
});

test('says that nothing is found only when the server has responded', async () => {
  let respond = (): void => undefined;
  const { sent } = open(async () => {
    await new Promise<void>((resolve) => (respond = resolve));
    return { data: [] };
  });
  write('zebra');
  await waitFor(() => expect(searches(sent)).toEqual(['zebra']));
  expect([options(), screen.queryByText('Nothing found.')]).toEqual([[], null]);
  respond();
  expect(await screen.findByText('Nothing found.')).toBeTruthy();
});

test('reads the first items of each list, and of a search what the server finds, but never a whole list', async () => {
  const first = [{ id: 'agt_1', name: 'Harbour desk' }];
  // Found by its description.
  const found = [{ id: 'agt_2', name: 'Night shift' }];
  const names = screens.flatMap(({ name, things }) =>
    things === undefined || name === 'conversations' ? [] : [`GET ${things.endpoint}`],
  );
  expect(names).toHaveLength(6);
  const handlers = names.map((name): [string, Handlers[string]] => [
    name,
    ({ path }) => ({
      data: !name.endsWith('/agents') ? [] : path.includes('search=') ? found : first,
      // There is more in each list than one page.
      pagination: { total_pages: 20, has_next: true },
    }),
  ]);
  const { sent } = open(undefined, settingsScopes, Object.fromEntries(handlers));
  await waitFor(() => expect(options()).toEqual([...screens.map(({ title: [title] }) => title), 'Harbour desk']));
  write('ferry');
  await waitFor(() => expect(options()).toEqual(['Night shift']));
  const requests = [
    ...names.flatMap((name) => [`${name}?per_page=50`, `${name}?search=ferry&per_page=50`]),
    // Only for a search.
    ...['/api/personas/instances', ...['documents', ...settingsLists].map((name) => `/api/v1/${name}`)].map(
      (path) => `GET ${path}?search=ferry&per_page=5`,
    ),
  ];
  await waitFor(() => expect(lists(sent).toSorted()).toEqual(requests.toSorted()));
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Enter' });
  expect(location.pathname).toBe('/agents/agt_2');
});

test('what was found before is shown until the server has responded, if its name matches', async () => {
  const desk = { id: 'agt_1', name: 'Jetty desk' };
  const { sent, answer } = open();
  answer('GET /api/v1/agents', { data: [desk, { id: 'agt_2', name: 'Night shift' }] });
  write('jet');
  await waitFor(() => expect(options()).toEqual(['Jetty desk', 'Night shift']));
  let respond = (): void => undefined;
  answer('GET /api/v1/agents', async () => {
    await new Promise<void>((resolve) => (respond = resolve));
    return { data: [{ id: 'agt_3', name: 'Ferry times' }, desk] };
  });
  write('jetty');
  await waitFor(() => expect(lists(sent)).toContain('GET /api/v1/agents?search=jetty&per_page=50'));
  expect(options()).toEqual(['Jetty desk']);
  respond();
  // The best match is the first one.
  await waitFor(() => expect(options()).toEqual(['Jetty desk', 'Ferry times']));
});

test('a late response to an earlier search doesn’t replace that to a later one', async () => {
  const waiting: { search: string; respond: () => void }[] = [];
  const respondTo = (wanted: string) =>
    waiting.filter(({ search }) => search === wanted).forEach(({ respond }) => respond());
  const { sent, answer } = open(undefined, undefined, {
    'GET /api/v1/agents': async ({ path }) => {
      const search = new URL(path, location.origin).searchParams.get('search') ?? '';
      if (search !== '') await new Promise<void>((respond) => waiting.push({ search, respond }));
      return { data: search === '' ? [] : [{ id: `agt_${search}`, name: `Found by ${search}` }] };
    },
    'GET /api/v1/workflows': { status: 400, code: 'validation_error', message: 'The index is being built.' },
  });
  for (const text of ['quay', 'pier']) {
    write(text);
    await waitFor(() => expect(lists(sent)).toContain(`GET /api/v1/agents?search=${text}&per_page=50`));
  }
  respondTo('pier');
  await waitFor(() => expect(options()).toEqual(['Found by pier']));
  const again = await screen.findByRole('button', { name: 'Try again' });
  respondTo('quay');
  // What is requested now arrives after the late response.
  answer('GET /api/v1/workflows', { data: [{ id: 'wfl_1', name: 'Pier log' }] });
  fireEvent.click(again);
  await waitFor(() => expect(options()).toContain('Pier log'));
  expect(options()).toEqual(['Pier log', 'Found by pier']);
});

test('a name of a single letter is found, but no conversations are searched for it', async () => {
  const { sent } = open({ data: [of('cnv_1', 'Mara')] }, undefined, {
    'GET /api/v1/agents': ({ path }) => ({
      data: path.includes('search=') ? [{ id: 'agt_1', name: '船' }] : [],
    }),
  });
  write('船');
  await waitFor(() => expect(options()).toEqual(['船']));
  expect(searches(sent)).toEqual([]);
});

test('says which lists could not be searched and why, shows what the others have, and tries again', async () => {
  const { sent, answer } = open(undefined, undefined, {
    'GET /api/v1/agents': { data: [{ id: 'agt_1', name: 'Ferry desk' }] },
    'GET /api/v1/workflows': { status: 400, code: 'validation_error', message: 'The index is being built.' },
    'GET /api/personas': { status: 400, code: 'validation_error', message: 'The index is being built.' },
  });
  write('ferry');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The index is being built.');
  expect(screen.getByText('Not searched: Workflows and Personas')).toBeTruthy();
  expect(options()).toEqual(['Ferry desk']);
  // Nobody knows that nothing is there.
  answer('GET /api/v1/agents', { data: [] });
  write('nobody');
  await waitFor(() => expect(lists(sent)).toContain('GET /api/v1/agents?search=nobody&per_page=50'));
  await waitFor(() => expect([options(), screen.getAllByRole('status')[0]?.textContent]).toEqual([[], '']));
  await screen.findByRole('alert');
  answer('GET /api/v1/workflows', { data: [{ id: 'wfl_1', name: 'Call Nobody' }] });
  answer('GET /api/personas', { data: [] });
  const again = screen.getByRole('button', { name: 'Try again' });
  again.focus();
  // Enter on the button doesn't open an option.
  fireEvent.keyDown(again, { key: 'Enter' });
  expect(location.pathname).toBe('/');
  fireEvent.click(again);
  await waitFor(() => expect(options()).toEqual(['Call Nobody']));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('combobox'));
});

test('members who may not see conversations get none', async () => {
  const onClose = vi.fn();
  const { sent } = startApiDouble(noLists);
  const allowed = screens.filter(({ name }) => name !== 'conversations');
  renderInConsole(<Menu allowed={allowed} onClose={onClose} />, { ...ownerMe, scopes: [] });
  write('zebra');
  expect(await screen.findByText('Nothing found.')).toBeTruthy();
  expect(sent.some(({ path }) => path.includes('conversations'))).toBe(false);
});
