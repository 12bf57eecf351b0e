import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import type { Agent } from '@portico/shared-types/api/agents';
import { ownerMe, startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { TrialChat } from './trial-chat.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function render(status: Agent['status'], scopes: readonly string[]) {
  const agent: Partial<Agent> = { id: 'agt_1', name: 'Harbour guide', status };
  renderInConsole(<TrialChat agent={JSON.parse(JSON.stringify(agent))} />, { ...ownerMe, scopes });
}

function open(status: Agent['status'], scopes: readonly string[]) {
  startApiDouble({});
  render(status, scopes);
  return screen.getByRole('log').textContent;
}

const isDisabled = () => screen.getByRole('textbox', { name: 'Message' }).hasAttribute('disabled');

test('a member who may execute agents can try one', () => {
  expect(open('active', ['agents:execute', 'threads:write'])).toContain('Each reply shows the passages');
  expect(isDisabled()).toBe(false);
});

test('a member who may not try an agent reads why', () => {
  expect(open('active', ['agents:read', 'threads:write'])).toContain('Your role does not include agents:execute');
  expect(isDisabled()).toBe(true);
  cleanup();
  expect(open('archived', ['agents:execute', 'threads:write'])).toContain('An archived agent doesn’t answer.');
  expect(isDisabled()).toBe(true);
});

const eventsPath = 'GET /api/v1/threads/thr_1/events';
const tracePath = 'GET /api/v1/threads/thr_1/messages/msg_2/trace';
const event = (id: number, name: string, data: object) =>
  `id: ${id}\nevent: message:${name}\ndata: ${JSON.stringify(data)}\n\n`;
const beginning = [
  event(4, 'created', { message: { id: 'msg_1' } }),
  event(6, 'started', { message_id: 'msg_2', user_message_id: 'msg_1' }),
  event(7, 'delta', { message_id: 'msg_2', content: 'The berth ' }),
].join('');

/** Asks the agent; the stream of the reply consists of `stream`. */
function ask(stream: string) {
  const server = startApiDouble({
    'POST /api/v1/agents/agt_1/threads': { status: 201, data: { id: 'thr_1' } },
    'POST /api/v1/threads/thr_1/messages': { file: stream },
    [tracePath]: { status: 404, code: 'resource_not_found' },
  });
  return {
    ...server,
    send: () => {
      render('active', ['agents:execute', 'threads:write']);
      const field = screen.getByRole('textbox', { name: 'Message' });
      fireEvent.input(field, { target: { value: 'Where is it?' } });
      fireEvent.keyDown(field, { key: 'Enter' });
    },
  };
}
const log = () => screen.getByRole('log').textContent;
const isWriting = () => screen.queryByRole('button', { name: 'Stop' }) !== null;

test('a reply whose stream ends early is followed to its end, without the events of other replies', async () => {
  const { sent, answer, send } = ask(beginning);
  const rest = [
    event(8, 'cancelled', { message_id: 'msg_0', content: 'An earlier reply' }),
    event(9, 'delta', { message_id: 'msg_2', content: 'is at the quay.' }),
    event(10, 'completed', { id: 'msg_2', content: 'The berth is at the quay.' }),
    event(11, 'created', { message: { id: 'msg_3' } }),
    event(12, 'started', { message_id: 'msg_4', user_message_id: 'msg_3' }),
    event(13, 'completed', { id: 'msg_4', content: 'A later reply' }),
  ];
  answer(eventsPath, { file: rest.join(''), headers: { 'Content-Type': 'text/event-stream' } });
  send();
  await waitFor(() => expect(isWriting()).toBe(false));
  expect(log()).toContain('The berth is at the quay.');
  expect(log()).not.toMatch(/earlier|later/);
  expect(screen.queryByRole('alert')).toBeNull();
  const followed = sent.find(({ path }) => path.endsWith('/events'));
  expect(followed?.headers.get('Last-Event-ID')).toBe('7');
});

test('the end of another reply does not end one that has not started yet', async () => {
  const { answer, send } = ask(event(4, 'created', { message: { id: 'msg_1' } }));
  const earlier = event(5, 'cancelled', { message_id: 'msg_0', content: 'An earlier reply' });
  const ours = [
    event(6, 'started', { message_id: 'msg_2', user_message_id: 'msg_1' }),
    event(7, 'completed', { id: 'msg_2', content: 'At the quay.' }),
  ];
  // The first stream breaks off, too.
  answer(eventsPath, ({ headers }) => ({ file: headers.get('Last-Event-ID') === '5' ? ours.join('') : earlier }));
  send();
  await waitFor(() => expect(isWriting()).toBe(false));
  expect(log()).toContain('At the quay.');
  expect(log()).not.toContain('earlier');
});

test('a reply whose stream ends early and can’t be followed has failed', async () => {
  const { answer, send } = ask(beginning);
  answer(eventsPath, { status: 403, code: 'permission_denied', message: 'The scope threads:read is missing.' });
  send();
  expect((await screen.findByRole('alert')).textContent).toContain('threads:read');
  expect(log()).toContain('The berth');
});

test('a reply whose stream ends before its first event has failed', async () => {
  const { sent, send } = ask('');
  send();
  expect((await screen.findByRole('alert')).textContent).toMatch(/server can’t be reached/);
  expect(sent.some(({ path }) => path.endsWith('/events'))).toBe(false);
});

test('a question that could not be sent stays in its field, and can be sent again', async () => {
  const { sent, answer, send } = ask('');
  answer('POST /api/v1/threads/thr_1/messages', { status: 400, code: 'validation_error', message: 'Out of credits.' });
  send();
  await screen.findByRole('alert');
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  await waitFor(() => expect(field.value).toBe('Where is it?'));
  const ends = [
    event(4, 'created', { message: { id: 'msg_1' } }),
    event(6, 'started', { message_id: 'msg_2', user_message_id: 'msg_1' }),
    event(7, 'completed', { id: 'msg_2', content: 'At the quay.' }),
  ];
  answer('POST /api/v1/threads/thr_1/messages', { file: ends.join('') });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(log()).toContain('At the quay.'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(log()?.match(/Where is it\?/g)).toHaveLength(1);
  expect(field.value).toBe('');
  expect(sent.filter(({ path }) => path.endsWith('/messages')).map(({ body }) => Object(body).content)).toEqual([
    'Where is it?',
    'Where is it?',
  ]);
});

test('the questions of a trial are marked, so that they are not counted as those of visitors', async () => {
  const { sent, send } = ask(beginning + event(8, 'completed', { id: 'msg_2', content: 'At the quay.' }));
  send();
  await waitFor(() => expect(log()).toContain('At the quay.'));
  const created = sent.find(({ path }) => path === '/api/v1/agents/agt_1/threads');
  expect(created?.body).toEqual({ metadata: { preview: true } });
});

test('characters that nobody can see are not a message', () => {
  open('active', ['agents:execute', 'threads:write']);
  const field = screen.getByRole('textbox', { name: 'Message' });
  fireEvent.input(field, { target: { value: ' \u{200B} ' } });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  fireEvent.input(field, { target: { value: '\u{200B}Hello' } });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(false);
});
