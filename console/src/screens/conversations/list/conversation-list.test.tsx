import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { choose } from '../../../test/choose.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { sampleConversation } from '../../../test/sample-conversation.ts';
import { ConversationList } from './conversation-list.tsx';

const member = { ...ownerMe, scopes: ['conversations:read', 'interfaces:read'] };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(search = '', found: readonly object[] = [{ ...sampleConversation, tags: ['berth'] }]) {
  history.replaceState(null, '', `/conversations${search}`);
  const api = startApiDouble({
    'GET /api/v1/conversations': { data: found },
    'GET /api/v1/conversations/tags': { data: ['berth', 'refund'] },
    'GET /api/v1/chat-interfaces': { data: [{ id: 'chi_1', name: 'Harbour desk' }] },
  });
  renderInConsole(<ConversationList currentId={undefined} />, member);
  return () => {
    const asked = api.sent.filter(({ path }) => path.startsWith('/api/v1/conversations?'));
    const { page: _, per_page: __, ...query } = queryOf(asked.at(-1)?.path);
    return query;
  };
}

function queryOf(path: string | null | undefined): Record<string, string> {
  return Object.fromEntries(new URL(path ?? '', location.origin).searchParams);
}

const chips = () =>
  within(screen.getByRole('group', { name: 'Filters that are set' }))
    .getAllByRole('button')
    .map((button) => button.textContent);

test('filters are in the address, each can be removed, and all of them at once', async () => {
  const asked = open('?view=closed');
  expect(screen.queryByLabelText('Rating')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Filters' }));
  await screen.findByRole('option', { name: 'Harbour desk' });
  // One of a conversation that is on another page.
  const suggested = () => [...(screen.getByLabelText<HTMLInputElement>('Tag').list?.options ?? [])];
  await waitFor(() => expect(suggested().map(({ value }) => value)).toEqual(['berth', 'refund']));
  choose('Chat', 'chi_1');
  choose('Rating', '2');
  choose('Thumbs', 'down');
  choose('Unanswered questions', 'true');
  fireEvent.input(screen.getByLabelText('From'), { target: { value: '2026-05-01' } });
  fireEvent.input(screen.getByLabelText('Tag'), { target: { value: ' berth ' } });
  const filters = { interface_id: 'chi_1', csat: '2', rating: 'down', unanswered: 'true', from: '2026-05-01' };
  await waitFor(() => expect(queryOf(location.href)).toEqual({ view: 'closed', tag: 'berth', ...filters }));
  await waitFor(() => expect(asked()).toEqual({ status: 'closed', tag: 'berth', ...filters }));
  // The fields show what is set.
  expect(chips()).toEqual(['Clear filters']);
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
  await waitFor(() => expect(screen.queryByLabelText('Tag')).toBeNull());
  expect(chips()).toEqual([
    'Harbour desk',
    'Tag: berth',
    'Thumbs down',
    'Rating: 2 of 5',
    'Unanswered questions',
    'From May 1, 2026',
    'Clear filters',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Tag: berth' }));
  await waitFor(() => expect(queryOf(location.href)).toEqual({ view: 'closed', ...filters }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters' }));
  fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
  const tag = await screen.findByLabelText<HTMLInputElement>('Tag');
  fireEvent.input(tag, { target: { value: 'berth' } });
  await waitFor(() => expect(queryOf(location.href)['tag']).toBe('berth'));
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(location.search).toBe('?view=closed'));
  await waitFor(() => expect(tag.value).toBe(''));
  expect(screen.queryByRole('group', { name: 'Filters that are set' })).toBeNull();
});

test('a link restores the filters; the download has them too, and they can be cleared if nothing is found', async () => {
  const asked = open('?view=mine&q=boat&interface_id=chi_gone&to=2026-05-31&page=2', []);
  expect(await screen.findByText('Nothing matches these filters.')).toBeTruthy();
  const filters = { assignee: 'me', q: 'boat', interface_id: 'chi_gone', to: '2026-06-01' };
  expect(asked()).toEqual(filters);
  expect(chips()).toEqual(['chi_gone', 'Until May 31, 2026', 'Clear filters']);
  const download = screen.getByRole('link', { name: 'Download CSV' });
  expect(download.getAttribute('href')).toMatch(/^\/api\/v1\/conversations\/export\?/);
  expect(queryOf(download.getAttribute('href'))).toEqual({ workspace: 'default', ...filters });
  const [, clear] = screen.getAllByRole('button', { name: 'Clear filters' });
  if (clear !== undefined) fireEvent.click(clear);
  await waitFor(() => expect(asked()).toEqual({ assignee: 'me', q: 'boat' }));
});

test('who waits longest is first among those who wait; another order is in the address', async () => {
  const asked = open('?view=waiting');
  await waitFor(() => expect(asked()).toEqual({ waiting: 'true', sort: 'waiting_since' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Filters' }));
  expect(screen.getByLabelText<HTMLSelectElement>('Sort by').selectedOptions[0]?.textContent).toBe(
    'Longest wait first',
  );
  choose('Sort by', '-updated_at');
  await waitFor(() => expect(asked()).toEqual({ waiting: 'true' }));
  expect(queryOf(location.href)).toEqual({ view: 'waiting', sort: '-updated_at' });
  // The file is the same in any order.
  const download = screen.getByRole('link', { name: 'Download CSV' });
  expect(queryOf(download.getAttribute('href'))).toEqual({ workspace: 'default', waiting: 'true' });
  choose('Sort by', 'waiting_since');
  await waitFor(() => expect(queryOf(location.href)).toEqual({ view: 'waiting' }));
});

test('a visitor who waited without an answer and whom nobody has read is marked', async () => {
  const missed = { ...sampleConversation, status: 'bot', waiting_since: '2026-01-01T00:00:00.000Z' };
  open('?view=waiting', [missed, { ...missed, id: 'cnv_2', waiting_since: null }]);
  const rows = await screen.findAllByRole('link', { name: /Agent/ });
  expect(rows.map((row) => row.textContent?.includes('Asked for a person'))).toEqual([true, false]);
});

test('a row shows whether the team or the agent wrote last', async () => {
  const rowBy = (author: string) => {
    const last = { ...sampleConversation.last_message, author_type: author };
    return { ...sampleConversation, id: `cnv_${author}`, last_message: last };
  };
  open('', ['visitor', 'agent', 'member'].map(rowBy));
  const rows = await screen.findAllByRole('listitem');
  const authors = rows.map((row) => within(row).queryByRole('img', { name: /wrote last/ })?.title);
  expect(authors).toEqual([undefined, 'The agent wrote last', 'The team wrote last']);
});

test('the list is asked for once, with the days of the workspace', async () => {
  history.replaceState(null, '', '/conversations?from=2026-05-01');
  const { sent } = startApiDouble({
    'GET /api/v1/conversations': { data: [] },
    'GET /api/v1/chat-interfaces': { data: [] },
    'GET /api/v1/workspace': { data: { timezone: 'Asia/Tokyo' } },
  });
  renderInConsole(<ConversationList currentId={undefined} />, member);
  const asked = () => sent.filter(({ path }) => path.startsWith('/api/v1/conversations?'));
  await waitFor(() => expect(asked().map(({ path }) => queryOf(path)['from'])).toEqual(['2026-04-30T15:00:00.000Z']));
});

test('a search shows the text that it has found, in place of the last message', async () => {
  const found = { ...sampleConversation, subject: null, extract: '…where the Zürich ferry leaves…' };
  open('?q=ferry', [found, { ...found, id: 'cnv_2', subject: 'Ferries', extract: null }]);
  expect(await screen.findByText('…where the Zürich ferry leaves…')).toBeTruthy();
  expect(await screen.findByText('Ferries')).toBeTruthy();
});
