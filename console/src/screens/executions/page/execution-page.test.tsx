import type { Execution, NodeRun } from '@portico/shared-types/api/executions';
import { cleanup, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { ExecutionPage } from './execution-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = '2026-01-01T12:00:00.000Z';
const execution: Execution = {
  id: 'exe_1',
  workflow_id: 'wf_1',
  workflow_name: 'Harbour news',
  workflow_version: 1,
  trigger_id: null,
  retry_of: null,
  status: 'waiting',
  inputs: {},
  outputs: null,
  error: null,
  created_at: at,
  started_at: at,
  completed_at: null,
  cancelled_at: null,
  duration_ms: null,
};
const ask: NodeRun = {
  node_id: 'ask',
  node_type: 'approval',
  status: 'waiting',
  attempt: 1,
  inputs: { title: 'Publish it?' },
  outputs: null,
  error: null,
  started_at: at,
  completed_at: null,
  duration_ms: null,
};

/** The server's stream of events, written by the test. */
function openStream() {
  let write: (text: string) => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      write = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  let id = 0;
  const send = (event: string, data: object) => {
    id += 1;
    write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify({ timestamp: new Date().toISOString(), ...data })}\n\n`);
  };
  return { reply: { file: stream, headers: { 'Content-Type': 'text/event-stream' } }, send };
}

const member = { ...ownerMe, scopes: ['executions:read', 'executions:approve'] };

test('a decision that comes too late is reported with the comment that was not sent', async () => {
  const { reply } = openStream();
  const double = startApiDouble({
    'GET /api/v1/executions/exe_1': { data: execution },
    'GET /api/v1/executions/exe_1/nodes': { data: [ask] },
    'GET /api/v1/executions/exe_1/events': reply,
    'POST /api/v1/executions/exe_1/approvals/ask': () => {
      const decided = { ...ask, status: 'completed', outputs: { decision: 'rejected', comment: 'Not now.' } };
      double.answer('GET /api/v1/executions/exe_1', { data: { ...execution, status: 'completed', outputs: {} } });
      double.answer('GET /api/v1/executions/exe_1/nodes', { data: [decided] });
      const fields = [{ path: 'params.node_id', code: 'invalid', message: 'the approval is completed already' }];
      return { status: 400, code: 'validation_error', details: { fields } };
    },
  });
  renderInConsole(<ExecutionPage id="exe_1" />, member);
  const card = await screen.findByRole('region', { name: 'Publish it?' });
  fireEvent.input(within(card).getByLabelText('Comment'), { target: { value: 'Please wait until Monday.' } });
  fireEvent.click(within(card).getByRole('button', { name: 'Approve' }));
  const message = await screen.findByText(/no longer open/);
  expect(message.textContent).toContain('Publish it?');
  expect(screen.getByText('Please wait until Monday.')).toBeTruthy();
  // Nothing can be decided any more.
  await expect.poll(() => screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(double.sent.find(({ method }) => method === 'POST')?.body).toEqual({
    decision: 'approve',
    comment: 'Please wait until Monday.',
  });
});

test('a comment on an approval that somebody else decides stays on the screen', async () => {
  const { reply, send } = openStream();
  const double = startApiDouble({
    'GET /api/v1/executions/exe_1': { data: execution },
    'GET /api/v1/executions/exe_1/nodes': { data: [ask] },
    'GET /api/v1/executions/exe_1/events': reply,
  });
  renderInConsole(<ExecutionPage id="exe_1" />, member);
  fireEvent.input(await screen.findByLabelText('Comment'), { target: { value: 'Please wait until Monday.' } });
  const outputs = { decision: 'approved', comment: null };
  double.answer('GET /api/v1/executions/exe_1', { data: { ...execution, status: 'completed', outputs: {} } });
  double.answer('GET /api/v1/executions/exe_1/nodes', { data: [{ ...ask, status: 'completed', outputs }] });
  send('execution:completed', { execution_id: 'exe_1', outputs: {} });
  const said = await screen.findByRole('alert');
  expect(said.textContent).toContain('“Publish it?” is no longer open');
  expect(said.textContent).toContain('Please wait until Monday.');
  expect(screen.queryByLabelText('Comment')).toBeNull();
});

test('a click that was aimed at another approval, which was just decided, decides nothing', async () => {
  const { reply, send } = openStream();
  const nodesPath = 'GET /api/v1/executions/exe_1/nodes';
  const next = { ...ask, node_id: 'ask2' };
  const double = startApiDouble({
    'GET /api/v1/executions/exe_1': { data: execution },
    [nodesPath]: { data: [ask] },
    'GET /api/v1/executions/exe_1/events': reply,
    'POST /api/v1/executions/exe_1/approvals/ask2': { data: {} },
  });
  renderInConsole(<ExecutionPage id="exe_1" />, member);
  const first = await screen.findByRole('button', { name: 'Approve' });
  double.answer(nodesPath, { data: [{ ...ask, status: 'completed' }, next] });
  send('node:completed', { node_id: 'ask', outputs: {} });
  await expect.poll(() => first.isConnected).toBe(false);
  const approve = await screen.findByRole('button', { name: 'Approve' });
  const sent = () => double.sent.filter(({ method }) => method === 'POST');
  fireEvent.click(approve, { detail: 1 });
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(sent()).toEqual([]);
  fireEvent.click(approve, { detail: 1 });
  await expect.poll(sent).toHaveLength(1);
});

test('the comment of a decision survives a reload', async () => {
  const open = () => {
    startApiDouble({
      'GET /api/v1/executions/exe_1': { data: execution },
      'GET /api/v1/executions/exe_1/nodes': { data: [ask] },
      'GET /api/v1/executions/exe_1/events': openStream().reply,
    });
    renderInConsole(<ExecutionPage id="exe_1" />, member);
  };
  open();
  fireEvent.input(await screen.findByLabelText('Comment'), { target: { value: 'After the holidays.' } });
  cleanup();
  open();
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Comment')).value).toBe('After the holidays.');
});

test('an approval can’t be decided without its scope', async () => {
  startApiDouble({
    'GET /api/v1/executions/exe_1': { data: execution },
    'GET /api/v1/executions/exe_1/nodes': { data: [ask] },
    'GET /api/v1/executions/exe_1/events': openStream().reply,
  });
  renderInConsole(<ExecutionPage id="exe_1" />, { ...member, scopes: ['executions:read'] });
  const card = await screen.findByRole('region', { name: 'Publish it?' });
  expect(card.textContent).toContain('executions:approve');
  expect(screen.queryByRole('button', { name: /Approve|Reject|Stop/ })).toBeNull();
});

test('what a node writes is shown while it writes, also after the connection was lost, until it has outputs', async () => {
  const first = openStream();
  const second = openStream();
  const streams = [first.reply, second.reply];
  const double = startApiDouble({
    'GET /api/v1/executions/exe_1': { data: { ...execution, status: 'running' } },
    'GET /api/v1/executions/exe_1/nodes': { data: [] },
    'GET /api/v1/executions/exe_1/events': () => streams.shift() ?? { status: 404 },
  });
  renderInConsole(<ExecutionPage id="exe_1" />, member);
  await screen.findByText('No node has started yet.');
  const node = { node_id: 'write', node_type: 'llm', started_at: at };
  double.answer('GET /api/v1/executions/exe_1/nodes', { data: [{ ...ask, ...node, status: 'running', inputs: {} }] });
  first.send('node:started', node);
  first.send('node:delta', { node_id: 'write', content: 'Dear guests, ' });
  await screen.findByText('Dear guests,');
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => streams.length).toBe(0);
  const opened = double.sent.filter(({ path }) => path.endsWith('/events'));
  expect(opened.map(({ headers }) => headers.get('Last-Event-ID'))).toEqual([null, '2']);
  for (const _ of [1, 2]) second.send('ignored', {});
  second.send('node:delta', { node_id: 'write', content: 'the basin is closed.' });
  await screen.findByText('Dear guests, the basin is closed.');
  second.send('execution:progress', { progress: 50, current_node: null });
  await screen.findByText('50%');
  const outputs = { status: 'completed', outputs: { text: 'Dear guests' }, duration_ms: 1_500 };
  double.answer('GET /api/v1/executions/exe_1/nodes', { data: [{ ...ask, ...node, ...outputs }] });
  second.send('node:completed', { node_id: 'write', outputs: { text: 'Dear guests' }, duration_ms: 1_500 });
  await screen.findByText('1.5 sec');
  await expect.poll(() => screen.queryByText(/the basin is closed/)).toBeNull();
});

const running = { ...execution, status: 'running' };
const write = { ...ask, node_id: 'write', node_type: 'llm', status: 'running', inputs: {} };
const written = { ...write, status: 'completed', outputs: { text: 'Dear guests' }, duration_ms: 1_500 };
const completed = { node_id: 'write', outputs: { text: 'Dear guests' }, duration_ms: 1_500 };

test('an older response does not undo what was received meanwhile', async () => {
  const stream = openStream();
  const older = Promise.withResolvers<void>();
  let requests = 0;
  startApiDouble({
    'GET /api/v1/executions/exe_1': { data: running },
    'GET /api/v1/executions/exe_1/nodes': async () => {
      requests += 1;
      if (requests === 1) return { data: [write] };
      if (requests > 2) return new Promise(() => undefined);
      await older.promise;
      return { data: [write, { ...write, node_id: 'publish' }] };
    },
    'GET /api/v1/executions/exe_1/events': stream.reply,
  });
  renderInConsole(<ExecutionPage id="exe_1" />, member);
  await screen.findByRole('button', { name: /write/ });
  stream.send('execution:waiting', { node_id: 'ask', reason: 'delay' });
  await expect.poll(() => requests).toBe(2);
  stream.send('node:completed', completed);
  await screen.findByText('1.5 sec');
  older.resolve();
  await screen.findByRole('button', { name: /publish/ });
  expect(screen.getByText('1.5 sec')).toBeTruthy();
});

test('the nodes are up to date, even if the end is read before its event arrives', async () => {
  const stream = openStream();
  const double = startApiDouble({
    'GET /api/v1/executions/exe_1': { data: running },
    'GET /api/v1/executions/exe_1/nodes': { data: [write] },
    'GET /api/v1/executions/exe_1/events': stream.reply,
  });
  renderInConsole(<ExecutionPage id="exe_1" />, member);
  await screen.findByRole('button', { name: /write/ });
  double.answer('GET /api/v1/executions/exe_1/nodes', () => {
    double.answer('GET /api/v1/executions/exe_1/nodes', { data: [written] });
    return { data: [write] };
  });
  double.answer('GET /api/v1/executions/exe_1', { data: { ...running, status: 'completed', outputs: {} } });
  stream.send('execution:waiting', { node_id: 'ask', reason: 'delay' });
  expect(await screen.findByText('1.5 sec')).toBeTruthy();
});
