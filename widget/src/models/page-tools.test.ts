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

/** Runs a test whose pauses pass at once. */
async function withFakeTimers(run: () => Promise<void>): Promise<void> {
  vi.useFakeTimers();
  try {
    await run();
  } finally {
    vi.useRealTimers();
  }
}

test('a long error is reported without half of a character', async () => {
  chat.tool('read_cart', () => {
    throw new Error('a'.repeat(1_999) + '😀');
  });
  server.answers = [claimed, accepted];
  server.send(1, 'message:tool_call', call);
  await expect.poll(results).toEqual([{ toolCallId: 'call_1', error: 'a'.repeat(1_999) }]);
});

test('a result is reported again after a lost response, a limit and an error of the server', () =>
  withFakeTimers(async () => {
    const tool = vi.fn<PageTool>(() => 'added');
    chat.tool('read_cart', tool);
    server.answers = [
      claimed,
      () => Response.error(),
      () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }),
      () => refuse(429, 'rate_limit_exceeded', { 'retry-after': '2' }),
      () => refuse(500, 'internal_error'),
      accepted,
    ];
    server.send(1, 'message:tool_call', call);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(results()).toEqual(Array.from({ length: 5 }, () => ({ toolCallId: 'call_1', result: 'added' })));
    expect(tool).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(results()).toHaveLength(5);
  }));

test('a result is reported again as soon as the browser is online', () =>
  withFakeTimers(async () => {
    chat.tool('read_cart', () => 'added');
    server.answers = [claimed, ...Array<() => Response>(50).fill(() => Response.error())];
    server.send(1, 'message:tool_call', call);
    await vi.advanceTimersByTimeAsync(2_300);
    const before = results().length;
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(1);
    expect(results()).toHaveLength(before + 1);
    await vi.advanceTimersByTimeAsync(60_000);
  }));

test('a result is no longer reported after a minute, in which the pauses grow', () =>
  withFakeTimers(async () => {
    chat.tool('read_cart', () => 'added');
    server.answers = [claimed, ...Array<() => Response>(50).fill(() => Response.error())];
    server.send(1, 'message:tool_call', call);
    await vi.advanceTimersByTimeAsync(60_000);
    const sent = results().length;
    expect(sent).toBeGreaterThan(6);
    expect(sent).toBeLessThan(20);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(results()).toHaveLength(sent);
  }));

test.for([
  { end: 'the server no longer waits for it', answer: () => refuse(404, 'not_found'), run: () => undefined },
  { end: 'the visitor is logged out', answer: () => Response.error(), run: () => chat.logout() },
])('a result is no longer reported once $end', ({ answer, run }) =>
  withFakeTimers(async () => {
    chat.tool('read_cart', () => 'added');
    server.answers = [claimed, answer];
    server.send(1, 'message:tool_call', call);
    await vi.advanceTimersByTimeAsync(10);
    expect(results()).toHaveLength(1);
    run();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(results()).toHaveLength(1);
  }),
);

test('a result that the server refuses is reported as an error', async () => {
  chat.tool('read_cart', () => 'half of a character: \ud83d');
  server.answers = [claimed, () => refuse(400, 'validation_error'), accepted];
  server.send(1, 'message:tool_call', call);
  const error = 'The result could not be sent: validation_error';
  await expect.poll(() => results().slice(1)).toEqual([{ toolCallId: 'call_1', error }]);
});

test('a result that is not JSON is reported as an error', async () => {
  chat.tool('read_cart', () => ({ total: 12n }));
  server.answers = [claimed, accepted];
  server.send(1, 'message:tool_call', call);
  const error = expect.stringMatching(/^The result could not be sent: .*BigInt/);
  await expect.poll(results).toEqual([{ toolCallId: 'call_1', error }]);
});

test.for([
  { lost: 'the response', answer: () => Response.error() },
  { lost: 'half of the response', answer: () => new Response('{"data":{"toolCal') },
])('a claim that lost $lost is sent again with its key', ({ answer }) =>
  withFakeTimers(async () => {
    chat.tool('read_cart', () => 'after all');
    server.answers = [answer, claimed, accepted];
    server.send(1, 'message:tool_call', call);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(results()).toEqual([{ toolCallId: 'call_1', result: 'after all' }]);
    const keys = server.posts(/claim$/).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([expect.stringMatching(/^[\da-f]{32}$/), keys[0]]);
  }),
);

test('a call that another page has claimed is not run', () =>
  withFakeTimers(async () => {
    const tool = vi.fn<PageTool>();
    chat.tool('read_cart', tool);
    const taken = () => refuse(400, 'validation_error');
    server.answers = [taken, taken, () => refuse(404, 'not_found')];
    server.send(1, 'message:tool_call', call);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.posts(/claim$/)).toHaveLength(3);
    expect(tool).not.toHaveBeenCalled();
    expect(results()).toEqual([]);
  }));

test('a call is run once the request that sent the message no longer holds it', () =>
  withFakeTimers(async () => {
    chat.tool('read_cart', () => 'held');
    server.answers = [...Array(6).fill(() => refuse(400, 'validation_error')), claimed, accepted];
    server.send(1, 'message:tool_call', call);
    await vi.advanceTimersByTimeAsync(5_900);
    expect(results()).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(results()).toEqual([{ toolCallId: 'call_1', result: 'held' }]);
  }));

test('a tool that the page registers a moment later runs', async () => {
  server.answers = [claimed, accepted];
  server.send(1, 'message:tool_call', call);
  await expect.poll(() => chat.messages.value.length).toBeGreaterThan(0);
  chat.tool('read_cart', () => 'late');
  await expect.poll(results).toEqual([{ toolCallId: 'call_1', result: 'late' }]);
});

test('a call of an unknown tool is refused', () =>
  withFakeTimers(async () => {
    server.answers = [claimed, accepted];
    server.send(1, 'message:tool_call', call);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(results()).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(results()).toEqual([{ toolCallId: 'call_1', error: 'This page has no tool read_cart.' }]);
  }));

test('tools of the server are not run by the page', async () => {
  chat.tool('read_cart', () => 1);
  server.answers = [claimed, accepted];
  server.send(1, 'message:tool_call', { ...call, client: undefined });
  server.send(2, 'message:tool_call', { ...call, id: 'call_2' });
  await expect.poll(() => server.posts(/claim$/).map(({ path }) => path.split('/').at(-2))).toEqual(['call_2']);
  // Otherwise it would be claimed again a second later, in the next test.
  await expect.poll(results).toEqual([{ toolCallId: 'call_2', result: 1 }]);
});
