import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHeadlessChat } from './headless.ts';
import type { HeadlessChat } from './headless.ts';
import { createChatServer, makeFace, refuse } from './testing/chat-server.ts';
import type { ChatServer } from './testing/chat-server.ts';

let server: ChatServer;
let chat: HeadlessChat | undefined;

beforeEach(() => {
  server = createChatServer(makeFace());
});
afterEach(() => {
  chat?.destroy();
  chat = undefined;
  vi.unstubAllGlobals();
});

const timestamp = '2026-01-01T00:00:00.000Z';
/** The common fields of all messages in these tests. */
const common = {
  thread_id: 'thr_1',
  status: 'complete',
  citations: [],
  attachments: [],
  feedback: null,
  client_message_id: null,
  replaced_by: null,
  follow_ups: [],
  outcome: null,
  created_at: timestamp,
};
const clientIdOf = ({ posts }: ChatServer) => posts(/messages$/)[0]?.body['clientMessageId'];
const begin = () => createHeadlessChat({ chat: 'demo', host: 'https://portico.invalid' });

test('a conversation without our interface: state, methods and events', async () => {
  chat = await begin();
  const states: number[] = [];
  const received = vi.fn<(detail: { message: { content: string } }) => void>();
  chat.subscribe(() => states.push(chat?.getState().messages.length ?? 0));
  chat.on('message-received', received);
  chat.open();
  chat.send('Hello');
  await expect.poll(() => server.calls.some(({ path }) => path.endsWith('/events'))).toBe(true);
  const asked = { id: 'msg_1', role: 'user', content: 'Hello', client_message_id: clientIdOf(server) };
  server.send(1, 'message:created', { message: { ...common, ...asked }, timestamp });
  server.send(2, 'message:started', { thread_id: 'thr_1', message_id: 'msg_2', user_message_id: 'msg_1', timestamp });
  server.send(3, 'message:delta', { message_id: 'msg_2', content: 'Good day', timestamp });
  await expect.poll(() => chat?.getState().messages.at(-1)?.content).toBe('Good day');
  expect(chat.getState()).toMatchObject({ isOpen: true, isReplying: true, connection: 'online', limitSeconds: 0 });

  server.send(4, 'message:completed', { ...common, id: 'msg_2', role: 'assistant', content: 'Good day.' });
  await expect.poll(() => received).toHaveBeenCalledTimes(1);
  expect(received.mock.calls[0]?.[0].message.content).toBe('Good day.');
  expect(chat.getState().isReplying).toBe(false);
  expect(states.length).toBeGreaterThan(2);
});

test('the state is the same object until something changes', async () => {
  chat = await begin();
  const before = chat.getState();
  expect(chat.getState()).toBe(before);
  chat.open();
  expect(chat.getState()).not.toBe(before);
});

test('an error of a subscriber is reported, and stops neither the others nor the message', async () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  chat = await begin();
  const fault = new Error('of the page');
  const heard = vi.fn<() => void>();
  chat.subscribe(() => {
    throw fault;
  });
  chat.subscribe(heard);
  chat.send('Hello');
  await expect.poll(() => server.posts(/messages$/).map(({ body }) => body['content'])).toEqual(['Hello']);
  expect(heard).toHaveBeenCalled();
  expect(report).toHaveBeenCalledWith(fault);
});

test('nothing is reported after destroy', async () => {
  chat = await begin();
  const heard = vi.fn<() => void>();
  chat.subscribe(heard);
  chat.destroy();
  chat.open();
  expect(heard).not.toHaveBeenCalled();
});

test('an unknown interface rejects', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(refuse(404, 'resource_not_found')));
  await expect(begin()).rejects.toMatchObject({ code: 'resource_not_found', status: 404 });
});
