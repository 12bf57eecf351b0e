import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApi } from '../transport/api.ts';
import type { SocketLiveOptions } from '../transport/socket-live.ts';
import type { Transport } from '../types.ts';
import { createConnection } from './connection.ts';
import type { Session } from './session.ts';

const sockets: { options: SocketLiveOptions; stop: ReturnType<typeof vi.fn> }[] = [];
vi.mock('../transport/socket-live.ts', () => ({
  startSocketLive: (options: SocketLiveOptions) => {
    const stop = vi.fn<() => void>();
    sockets.push({ options, stop });
    return { stop };
  },
}));

const stored = { id: 'ses_1', token: 'tok_1', threadId: 'thr_1', expiresAt: '2999-01-01T00:00:00.000Z' };
const heard: [string | null, unknown][] = [];
let place: string | null = '3';

beforeEach(() => {
  vi.useFakeTimers();
  sockets.length = 0;
  heard.length = 0;
  place = '3';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const expire = vi.fn<() => void>();

function connect(transport: Transport, streams: () => Response) {
  const fetched = vi.fn<() => Promise<Response>>(() => Promise.resolve(streams()));
  vi.stubGlobal('fetch', fetched);
  const session = { current: signal(stored), expire } as unknown as Session;
  const connection = createConnection({
    api: createApi({ host: 'https://portico.invalid', chat: 'demo' }),
    host: 'https://portico.invalid',
    transport,
    session,
    findLastEventId: () => place,
    onEvent({ data }, id) {
      heard.push([id, data]);
      place = id;
    },
    onOnline: () => {},
    isPersons: signal(false),
    isWanted: signal(true),
  });
  return { connection, fetched };
}

const silent = () => new Response(new ReadableStream());

test('switches from a buffered stream to socket.io, which continues from the same event', async () => {
  const { connection, fetched } = connect('auto', silent);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(sockets).toHaveLength(1);
  expect(sockets[0]?.options).toMatchObject({ host: 'https://portico.invalid', token: 'tok_1', lastEventId: '3' });
  sockets[0]?.options.onEvent({ id: '4', event: 'message:delta', data: { message_id: 'm', content: 'a' } });
  expect(heard).toEqual([['4', { message_id: 'm', content: 'a' }]]);
  connection.stop();
  expect(sockets[0]?.stop).toHaveBeenCalledTimes(1);
});

test('if neither works, it returns to the stream and stays there', async () => {
  const { connection, fetched } = connect('auto', silent);
  await vi.advanceTimersByTimeAsync(9_000);
  sockets[0]?.options.onStuck();
  expect(sockets[0]?.stop).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(fetched.mock.calls.length).toBeGreaterThan(1);
  expect(sockets).toHaveLength(1);
  connection.stop();
});

test('keeps the chosen transport: no stream with socket.io, no socket with sse', async () => {
  const first = connect('socket.io', silent);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(first.fetched).not.toHaveBeenCalled();
  expect(sockets).toHaveLength(1);
  sockets[0]?.options.onStuck();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(first.fetched).not.toHaveBeenCalled();
  first.connection.stop();

  const second = connect('sse', silent);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sockets).toHaveLength(1);
  expect(second.fetched).toHaveBeenCalled();
  second.connection.stop();
});

test('a paused interface keeps the conversation, and its stream is requested again later', async () => {
  const refuse = (status: number) => () => new Response(JSON.stringify({ error: { code: 'refused' } }), { status });
  const paused = connect('sse', refuse(404));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(paused.fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(paused.fetched.mock.calls.length).toBeGreaterThan(1);
  expect(expire).not.toHaveBeenCalled();
  paused.connection.stop();

  const ended = connect('sse', refuse(401));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(expire).toHaveBeenCalledTimes(1);
  ended.connection.stop();
});
