import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { timeouts } from '../../../scripts/tests/timeouts.ts';
import { createChatServer, makeFace, refuse } from '../testing/chat-server.ts';
import type { ChatServer } from '../testing/chat-server.ts';
import type { ChatEvents, PageTool } from '../types.ts';
import type { Chat } from './chat.ts';
import { createChat } from './create-chat.ts';
import { createEmitter } from './emitter.ts';

const wait = timeouts.expect.poll;
const timestamp = '2026-01-01T00:00:00.000Z';
const call = { message_id: 'msg_2', id: 'call_1', name: 'read_cart', arguments: {}, client: true, timestamp };
const claimed = (): Response =>
  Response.json({ data: { toolCallId: 'call_1', name: 'read_cart', arguments: { currency: 'NOK' } } });
const accepted = (): Response => Response.json({ data: { toolCallId: 'call_1', accepted: true } });

let server: ChatServer;
let chat: Chat;

beforeEach(async () => {
  localStorage.clear();
  server = createChatServer(makeFace());
  chat = createChat({ chat: 'demo', host: 'https://portico.invalid' }, makeFace(), createEmitter<ChatEvents>());
  chat.open();
  chat.send('What is in my cart?');
  await vi.waitUntil(() => server.calls.some(({ path }) => path.endsWith('/events')), wait);
  await vi.waitUntil(() => chat.messages.value[0]?.status === 'complete', wait);
});
afterEach(() => {
  chat.destroy();
  vi.unstubAllGlobals();
});

const results = () => server.posts(/tool-results$/).map(({ body }) => body);

test('a call is claimed and run with the claimed arguments, and its result is reported', async () => {
  const tool = vi.fn<PageTool>(() => ({ items: 2 }));
  chat.tool('read_cart', tool);
  server.answers = [claimed, accepted];
  server.send(1, 'message:tool_call', call);
  await expect.poll(results).toEqual([{ toolCallId: 'call_1', result: { items: 2 } }]);
  expect(tool).toHaveBeenCalledExactlyOnceWith({ currency: 'NOK' });
});

test('an exception of a tool is reported as its error', async () => {
  chat.tool('read_cart', () => {
    throw new Error('The visitor said no.');
  });
  server.answers = [claimed, accepted];
  server.send(1, 'message:tool_call', call);
  await expect.poll(results).toEqual([{ toolCallId: 'call_1', error: 'The visitor said no.' }]);
});

test('a call that another page has claimed is not run', async () => {
  const tool = vi.fn<PageTool>();
  chat.tool('read_cart', tool);
  const taken = () => refuse(400, 'validation_error');
  server.answers = [taken, taken, () => refuse(404, 'not_found')];
  server.send(1, 'message:tool_call', call);
  await expect.poll(() => server.posts(/claim$/)).toHaveLength(3);
  expect(tool).not.toHaveBeenCalled();
  expect(results()).toEqual([]);
});

test('a call is run once the request that sent the message no longer holds it', async () => {
  vi.useFakeTimers();
  try {
    chat.tool('read_cart', () => 'held');
    server.answers = [...Array(6).fill(() => refuse(400, 'validation_error')), claimed, accepted];
    server.send(1, 'message:tool_call', call);
    await vi.advanceTimersByTimeAsync(5_900);
    expect(results()).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(results()).toEqual([{ toolCallId: 'call_1', result: 'held' }]);
  } finally {
    vi.useRealTimers();
  }
});

test('a tool that the page registers a moment later runs', async () => {
  server.answers = [claimed, accepted];
  server.send(1, 'message:tool_call', call);
  await expect.poll(() => chat.messages.value.length).toBeGreaterThan(0);
  chat.tool('read_cart', () => 'late');
  await expect.poll(results).toEqual([{ toolCallId: 'call_1', result: 'late' }]);
});

test('a call of an unknown tool is refused', async () => {
  server.answers = [claimed, accepted];
  server.send(1, 'message:tool_call', call);
  await expect.poll(results).toEqual([{ toolCallId: 'call_1', error: 'This page has no tool read_cart.' }]);
});

test('tools of the server are not run by the page', async () => {
  chat.tool('read_cart', () => 1);
  server.answers = [claimed, accepted];
  server.send(1, 'message:tool_call', { ...call, client: undefined });
  server.send(2, 'message:tool_call', { ...call, id: 'call_2' });
  await expect.poll(() => server.posts(/claim$/).map(({ path }) => path.split('/').at(-2))).toEqual(['call_2']);
  // Otherwise it would be claimed again a second later, in the next test.
  await expect.poll(results).toEqual([{ toolCallId: 'call_2', result: 1 }]);
});
