import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { type } from '../../../test/type.ts';
import { TaskPage } from './task-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const path = '/api/personas/instances/ins_1';
const approvalPath = `POST ${path}/approvals/apr_1`;

function makeTask({ status = 'awaiting_approval', approval = 'pending' } = {}) {
  const at = '2026-01-01T00:00:00.000Z';
  const step = { title: 'Send the mail', status: 'running', output: null, costCredits: 0, startedAt: at };
  const given = { to: 'sales@example.com', text: 'Hello' };
  const asked = { title: 'send_mail', arguments: given, expiresAt: at, comment: null, createdAt: at, decidedAt: null };
  return {
    id: 'ins_1',
    personaId: 'per_1',
    personaName: 'Researcher',
    taskTitle: 'Market study',
    structuredInputs: {},
    status,
    pauseReason: null,
    progress: { percent: 0, currentStep: 0, steps: [{ ...step, index: 0, completedAt: null }] },
    costCredits: 1,
    usage: { promptTokens: 1, completionTokens: 1, totalTokens: 2 },
    approvals: [{ ...asked, id: 'apr_1', kind: 'action', status: approval, stepIndex: 0, decidedBy: null }],
    maxDurationHours: 4,
    maxCostCredits: 100,
    error: null,
    createdAt: at,
    startedAt: at,
    completedAt: null,
    link: 'https://portico.example/personas/instances/ins_1#token=t',
  };
}

/** A stream that stays open; `send` writes the next event. */
function openStream() {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (opened) => void (controller = opened) });
  let id = 0;
  return {
    body,
    send: (event: string) => {
      id += 1;
      controller?.enqueue(encoder.encode(`id: ${id}\nevent: ${event}\ndata: {}\n\n`));
    },
  };
}

const allScopes: readonly string[] = ['personas:read', 'executions:approve', 'personas:execute'];

function open(scopes = allScopes, task: object = makeTask()) {
  const stream = openStream();
  const api = startApiDouble({
    [`GET ${path}`]: { data: task },
    [`GET ${path}/deliverables`]: { data: [] },
    [`GET ${path}/events`]: { file: stream.body, headers: { 'Content-Type': 'text/event-stream' } },
    'GET /api/personas/per_1': { data: { id: 'per_1', inputFields: [] } },
  });
  renderInConsole(<TaskPage id="ins_1" />, { ...ownerMe, scopes });
  return { api, stream };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const decision = (api: ReturnType<typeof open>['api']) => api.sent.find(({ method }) => method === 'POST')?.body;

test('an approval is decided with the changed values and a comment', async () => {
  const { api } = open();
  await screen.findByText('sales@example.com');
  api.answer(approvalPath, () => {
    api.answer(`GET ${path}`, { data: makeTask({ status: 'running', approval: 'approved' }) });
    return { data: {} };
  });
  press('Change before approving');
  type('Values, as JSON', '{"to": ');
  press('Approve the changed version');
  expect(screen.getByText(/This is not a JSON object/)).toBeTruthy();
  expect(decision(api)).toBeUndefined();
  type('Values, as JSON', '{"to": "office@example.com"}');
  type('Comment', 'Not to sales.');
  press('Approve the changed version');
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(decision(api)).toEqual({
    decision: 'approve',
    comment: 'Not to sales.',
    arguments: { to: 'office@example.com' },
  });
});

test('a decision that comes too late says so, and one that fails loses nothing', async () => {
  const { api } = open();
  await screen.findByRole('article');
  api.answer(approvalPath, { status: 503, code: 'service_unavailable', message: 'Busy. Try again.' });
  // The error doesn't wait until everything is read again.
  api.answer(`GET ${path}`, async () => new Promise<never>(() => undefined));
  type('Comment', 'Too expensive.');
  press('Reject');
  expect((await screen.findByRole('alert')).textContent).toBe('Busy. Try again.Request req_double');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('Too expensive.');

  api.answer(approvalPath, () => {
    api.answer(`GET ${path}`, { data: makeTask({ status: 'running', approval: 'approved' }) });
    const fields = [{ path: 'params.approval_id', code: 'already_decided', message: 'is approved already' }];
    return { status: 400, code: 'validation_error', message: 'already', details: { fields } };
  });
  press('Reject');
  expect(await screen.findByText(/“send_mail” is no longer open/)).toBeTruthy();
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.getByText('Too expensive.')).toBeTruthy();
});

test('changed values that the server refuses are marked', async () => {
  const { api } = open();
  await screen.findByRole('article');
  const fields = [{ path: 'body.arguments', code: 'too_long', message: 'must have 100 members at most' }];
  api.answer(approvalPath, { status: 400, code: 'validation_error', message: 'refused', details: { fields } });
  press('Change before approving');
  type('Values, as JSON', '{"to": "office@example.com"}');
  press('Approve the changed version');
  await waitFor(() => expect(screen.getByLabelText('Values, as JSON').getAttribute('aria-invalid')).toBe('true'));

  const both = [
    { path: 'body.arguments.to', code: 'required', message: 'is required' },
    { path: 'body.arguments.amount', code: 'invalid_type', message: 'must be number' },
  ];
  api.answer(approvalPath, { status: 400, code: 'validation_error', message: 'refused', details: { fields: both } });
  press('Approve the changed version');
  expect(await screen.findByText('to: This is required. amount: Must be number')).toBeTruthy();
});

test('what is typed about an approval that somebody else decides stays on the screen', async () => {
  const { api, stream } = open();
  await screen.findByRole('article');
  type('Comment', 'Ask the harbour office first.');
  api.answer(`GET ${path}`, { data: makeTask({ status: 'running', approval: 'approved' }) });
  stream.send('persona:approval-decided');
  const said = await screen.findByRole('alert');
  expect(said.textContent).toContain('“send_mail” is no longer open');
  expect(said.textContent).toContain('Ask the harbour office first.');
  expect(screen.queryByRole('article')).toBeNull();
});

test('a click that was aimed at an approval that has just gone does not reach the next one', async () => {
  const { api, stream } = open();
  await screen.findByRole('article');
  const [first] = makeTask().approvals;
  const second = { ...first, id: 'apr_2', title: 'send_letter' };
  const show = (...approvals: object[]) => {
    api.answer(`GET ${path}`, { data: { ...makeTask(), approvals } });
    stream.send('persona:approval-required');
  };
  show({ ...first, status: 'pending' }, second);
  await screen.findByRole('article', { name: 'send_letter' });
  fireEvent.input(screen.getAllByLabelText('Comment')[0] ?? document.body, { target: { value: 'No.' } });
  api.answer('POST /api/personas/instances/ins_1/approvals/apr_2', { data: { ...second, status: 'approved' } });
  const sent = () => api.sent.filter(({ method }) => method === 'POST').length;
  show({ ...first, status: 'approved' }, second);
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
  // What was typed about the first one is shown above the second one now.
  expect(await screen.findByRole('alert')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }), { detail: 1 });
  await new Promise((resolve) => setTimeout(resolve, 650));
  expect(sent()).toBe(0);
  // Somebody who has seen what is there now may decide it.
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }), { detail: 1 });
  await waitFor(() => expect(sent()).toBe(1));
});

test('an own decision is not late, even if its event arrives before its response', async () => {
  const { api, stream } = open();
  await screen.findByRole('article');
  const { promise, resolve } = Promise.withResolvers<{ data: object }>();
  api.answer(approvalPath, async () => promise);
  type('Comment', 'Good.');
  press('Approve');
  api.answer(`GET ${path}`, { data: makeTask({ status: 'running', approval: 'approved' }) });
  stream.send('persona:approval-decided');
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  resolve({ data: {} });
  await promise;
  expect(screen.queryByRole('alert')).toBeNull();
});

test('after a decision, the focus goes to the headline, but is not taken from the next question', async () => {
  const [first] = makeTask().approvals;
  const second = { ...first, id: 'apr_2', title: 'post_it' };
  const done = { ...first, status: 'approved' };
  const { api } = open(undefined, { ...makeTask(), approvals: [first, second] });
  const cardOf = async (name: string) => within(await screen.findByRole('article', { name }));
  const { getByLabelText, getByRole } = await cardOf('send_mail');
  fireEvent.input(getByLabelText('Comment'), { target: { value: 'Good.' } });
  api.answer(approvalPath, () => {
    api.answer(`GET ${path}`, { data: { ...makeTask(), approvals: [done, second] } });
    return { data: {} };
  });
  fireEvent.click(getByRole('button', { name: 'Approve' }));
  const next = await cardOf('post_it');
  next.getByLabelText('Comment').focus();
  await waitFor(() => expect(screen.queryByRole('article', { name: 'send_mail' })).toBeNull());
  expect(document.activeElement).toBe(next.getByLabelText('Comment'));

  api.answer(approvalPath.replace('apr_1', 'apr_2'), () => {
    api.answer(`GET ${path}`, { data: makeTask({ status: 'running', approval: 'approved' }) });
    return { data: {} };
  });
  next.getByRole('button', { name: 'Reject' }).focus();
  fireEvent.click(next.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'State of the task' })));
});

test('what happens elsewhere appears by itself', async () => {
  const { api, stream } = open();
  await screen.findByRole('article');
  api.answer(`GET ${path}`, { data: makeTask({ status: 'cancelled', approval: 'cancelled' }) });
  stream.send('persona:cancelled');
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(screen.getAllByText('Cancelled').length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: 'Stop task' })).toBeNull();
});

test('the files are up to date, even if the end is read before its event arrives', async () => {
  const { api, stream } = open();
  await screen.findByRole('article');
  await waitFor(() => expect(api.sent.some((request) => request.path.includes('/deliverables'))).toBe(true));
  const at = '2026-01-01T00:00:00.000Z';
  const kind = { description: '', type: 'markdown', fileName: 'study.md', fileSize: 1, version: 1 };
  const file = { id: 'del_1', name: 'The study', downloadUrl: '/study.md', createdAt: at, ...kind };
  api.answer(`GET ${path}/deliverables`, () => {
    api.answer(`GET ${path}/deliverables`, { data: [file] });
    return { data: [] };
  });
  api.answer(`GET ${path}`, { data: makeTask({ status: 'completed', approval: 'approved' }) });
  stream.send('persona:step-completed');
  expect(await screen.findByText('The study')).toBeTruthy();
});

test('a member who may only read sees the question, and nothing to press', async () => {
  open(['personas:read']);
  await screen.findByRole('article');
  expect(screen.getByText('sales@example.com')).toBeTruthy();
  expect(screen.getByText(/Your role does not include executions:approve/)).toBeTruthy();
  for (const name of ['Approve', 'Reject', 'Stop task', 'Revoke all links']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});

test('what a task was given is shown by the labels of the inputs, as people write it', async () => {
  const task = { ...makeTask(), structuredInputs: { deep: true, due: '2026-06-03', old: ['one', 'two'] } };
  const { api } = open(allScopes, task);
  const inputFields = [
    { name: 'due', label: 'Due on', type: 'date' },
    { name: 'deep', label: 'In depth', type: 'checkbox' },
  ];
  api.answer('GET /api/personas/per_1', { data: { id: 'per_1', inputFields } });
  const given = within(await screen.findByRole('region', { name: 'What it was given' }));
  await given.findByText('Due on');
  expect(given.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Due on', 'In depth', 'old']);
  expect(given.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'Jun 3, 2026',
    'Yes',
    'one\ntwo',
  ]);
});
