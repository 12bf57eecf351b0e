import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { useLocation } from 'wouter';
import { writeStored } from '../../../app/stored.ts';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { choose } from '../../../test/choose.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { ToasterProvider } from '../../../ui/toaster.tsx';
import { QuestionsTab } from './questions-tab.tsx';

const listPath = 'GET /api/v1/insights/questions';
const group = {
  id: 'qst_1',
  question: 'Do you rent canoes?',
  count: 4,
  examples: ['Do you rent canoes?', 'Can I rent a canoe?'],
  last_asked_at: '2026-01-01T00:00:00.000Z',
  state: 'unanswered',
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(replies: Parameters<typeof startApiDouble>[0], scopes = ['insights:read']) {
  const api = startApiDouble(replies);
  renderInConsole(<QuestionsTab opened="qst_1" />, { ...ownerMe, scopes });
  return api;
}

test('the address of a group opens it, also if it is not on the first page of the list', async () => {
  open({ [listPath]: { data: [] }, [`${listPath}/qst_1`]: { data: group } });
  const panel = within(await screen.findByRole('dialog', { name: 'Do you rent canoes?' }));
  expect(panel.getByText('Can I rent a canoe?')).toBeTruthy();
});

test('a listed group is shown while it is being read', async () => {
  const read = Promise.withResolvers<{ data: typeof group }>();
  open({ [listPath]: { data: [{ ...group, examples: [] }] }, [`${listPath}/qst_1`]: async () => read.promise });
  const panel = within(await screen.findByRole('dialog', { name: 'Do you rent canoes?' }));
  expect(panel.queryByText('Can I rent a canoe?')).toBeNull();
  read.resolve({ data: group });
  expect(await panel.findByText('Can I rent a canoe?')).toBeTruthy();
});

test('the panel says that a group does not exist', async () => {
  open({ [listPath]: { data: [{ ...group, id: 'qst_2', question: 'Is the pier lit?' }] } });
  const panel = within(await screen.findByRole('dialog', { name: 'Question' }));
  expect(await panel.findByText('There is nothing here')).toBeTruthy();
});

test('an answer goes to a base that an agent uses, unless another one was used last', async () => {
  const bases = [
    { id: 'kb_1', name: 'Empty' },
    { id: 'kb_2', name: 'Guides' },
  ];
  const replies = {
    [listPath]: { data: [group] },
    [`${listPath}/qst_1`]: { data: group },
    'GET /api/v1/knowledge-bases': { data: bases },
    'GET /api/v1/agents': { data: [{ id: 'agt_1', name: 'Guide', knowledge_base_ids: ['kb_2'] }] },
  };
  const scopes = ['insights:read', 'agents:read', 'knowledge-bases:read', 'knowledge-bases:write'];
  const chosen = async () => (await screen.findByLabelText<HTMLSelectElement>('Save it in')).value;
  open(replies, scopes);
  await waitFor(async () => expect(await chosen()).toBe('kb_2'));
  cleanup();
  writeStored('local', 'answers-base', 'kb_1');
  open(replies, scopes);
  await waitFor(async () => expect(await chosen()).toBe('kb_1'));
});

test('an answer goes to a base that a long list leaves out, and that is found by its name', async () => {
  const many = Array.from({ length: 2_300 }, (_, at) => ({ id: `kb_${at}`, name: `Guide ${at}` }));
  const scopes = ['insights:read', 'knowledge-bases:read', 'knowledge-bases:write'];
  const replies: Parameters<typeof open>[0] = {
    [listPath]: { data: [group] },
    [`${listPath}/qst_1`]: { data: group },
    'GET /api/v1/knowledge-bases': ({ path }) => {
      const query = new URL(path, location.origin).searchParams;
      const page = Number(query.get('page') ?? 1);
      const found = many.filter(({ name }) => name.includes(query.get('search') ?? ''));
      return {
        data: found.slice((page - 1) * 100, page * 100),
        pagination: { page, total_count: found.length, total_pages: Math.ceil(found.length / 100) },
      };
    },
  };
  open(replies, scopes);
  const base = await screen.findByLabelText<HTMLSelectElement>('Save it in', { selector: 'select' });
  const search = await screen.findByRole('searchbox', { name: 'Find by name Save it in' });
  fireEvent.input(search, { target: { value: 'Guide 2222' } });
  await waitFor(() => expect([...base.options].map(({ value }) => value)).toContain('kb_2222'));
  choose('Save it in', 'kb_2222');
  await waitFor(() => expect(base.value).toBe('kb_2222'));
});

test('an answer has no base until it is known which ones the agents use', async () => {
  const read = Promise.withResolvers<{ data: object[] }>();
  const bases = [
    { id: 'kb_1', name: 'Empty' },
    { id: 'kb_2', name: 'Guides' },
  ];
  open(
    {
      [listPath]: { data: [group] },
      [`${listPath}/qst_1`]: { data: group },
      'GET /api/v1/knowledge-bases': { data: bases },
      'GET /api/v1/agents': async () => read.promise,
    },
    ['insights:read', 'agents:read', 'knowledge-bases:read', 'knowledge-bases:write'],
  );
  fireEvent.input(await screen.findByLabelText('Your answer'), { target: { value: 'Yes.' } });
  await screen.findByRole('option', { name: 'Guides' });
  const base = screen.getByLabelText<HTMLSelectElement>('Save it in');
  expect(base.selectedOptions[0]?.textContent).toBe('Loading');
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save and ask again' });
  expect(save.disabled).toBe(true);
  read.resolve({ data: [{ id: 'agt_1', name: 'Guide', knowledge_base_ids: ['kb_2'] }] });
  await waitFor(() => expect(save.disabled).toBe(false));
  expect([...base.options].map(({ textContent }) => textContent)).toEqual(['Empty', 'Guides']);
  // Nobody can see it, so it is not an answer.
  fireEvent.input(screen.getByLabelText('Your answer'), { target: { value: '\u{200B}' } });
  expect(save.disabled).toBe(true);
});

const answerPath = 'POST /api/v1/insights/questions/qst_1/answer';
const dismissPath = 'POST /api/v1/insights/questions/qst_1/dismiss';
const answered = { ...group, state: 'answered' };
const writer = ['insights:read', 'knowledge-bases:read', 'knowledge-bases:write'];
const replies = {
  [listPath]: { data: [group] },
  [`${listPath}/qst_1`]: { data: group },
  'GET /api/v1/knowledge-bases': { data: [{ id: 'kb_1', name: 'Help' }] },
};
const reply = { content: 'Yes, at the pier.', citations: [], outcome: 'answered' };
const result = { data: { question: answered, document: { id: 'doc_1', knowledge_base_id: 'kb_1' }, reply } };

const field = async () => screen.findByLabelText<HTMLTextAreaElement>('Your answer');
const saveButton = async () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save and ask again' });
async function saveAnswer(): Promise<void> {
  fireEvent.input(await field(), { target: { value: 'Yes.' } });
  const save = await saveButton();
  await waitFor(() => expect(save.disabled).toBe(false));
  fireEvent.click(save);
}

test('the new reply stays when the answered group has left the list', async () => {
  const api = open(
    {
      ...replies,
      [answerPath]: () => {
        api.answer(listPath, { data: [] });
        api.answer(`${listPath}/qst_1`, { data: answered });
        return result;
      },
    },
    writer,
  );
  await saveAnswer();
  expect(await screen.findByText('Yes, at the pier.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('table', { hidden: true })).toBeNull());
  expect(screen.getByText('Yes, at the pier.')).toBeTruthy();
});

/** The tab with its messages and addresses: its panel can be closed and opened again. */
function Page() {
  const [path, navigate] = useLocation();
  return (
    <ToasterProvider>
      <button type="button" onClick={() => navigate('/improve/questions/qst_1')}>
        Open
      </button>
      <QuestionsTab opened={path.split('/')[3]} />
    </ToasterProvider>
  );
}

/** Does something in the panel, and closes the panel before `path` has responded. Returns what makes it respond. */
async function closeBefore(path: string, act: () => Promise<void>) {
  const { promise, resolve } = Promise.withResolvers<object>();
  history.replaceState(null, '', '/improve/questions/qst_1');
  const api = startApiDouble({ ...replies, [path]: async () => promise });
  renderInConsole(<Page />, { ...ownerMe, scopes: writer });
  await act();
  await waitFor(() => expect(api.sent.some(({ method }) => method === 'POST')).toBe(true));
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByRole('table');
  return { api, resolve };
}
const reopen = () => fireEvent.click(screen.getByRole('button', { name: 'Open' }));

test('an answer that is saved after its panel was closed is reported, and the list is read again', async () => {
  const { api, resolve } = await closeBefore(answerPath, saveAnswer);
  // The answer is still on its way.
  reopen();
  expect((await field()).value).toBe('Yes.');
  expect((await saveButton()).getAttribute('aria-busy')).toBe('true');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  api.answer(listPath, { data: [] });
  resolve(result);
  expect(await screen.findAllByText('The answer to “Do you rent canoes?” is saved.')).not.toHaveLength(0);
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(sessionStorage).toHaveLength(0);
});

test('an answer that fails after its panel was closed is reported, and is kept', async () => {
  const { resolve } = await closeBefore(answerPath, saveAnswer);
  resolve({ status: 503, code: 'service_unavailable', message: 'Try again later.' });
  const text = 'Saving the answer to “Do you rent canoes?” failed. Try again later.';
  expect(await screen.findAllByText(text)).not.toHaveLength(0);
  reopen();
  expect((await field()).value).toBe('Yes.');
  expect((await saveButton()).getAttribute('aria-busy')).not.toBe('true');
});

test('a question that is dismissed after its panel was closed leaves the list', async () => {
  const { api, resolve } = await closeBefore(dismissPath, async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  });
  api.answer(listPath, { data: [] });
  resolve({ data: { ...group, state: 'dismissed' } });
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull());
  expect(screen.getByText('Dismissed', { selector: '.toast' })).toBeTruthy();
});
