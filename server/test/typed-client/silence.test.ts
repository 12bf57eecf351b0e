import { type Client, createClient } from '@portico/shared-types';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/* What the typed client does when a connection stays open but nothing arrives, as after a change of the network. */
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const connected = 'retry: 1000\n\nevent: connected\ndata: {"thread_id":"thr_x"}\n\n';
const first = 'id: 1\nevent: message:cancelled\ndata: {"message_id":"msg_1","content":"A"}\n\n';
const second = 'id: 2\nevent: message:cancelled\ndata: {"message_id":"msg_1","content":"B"}\n\n';

/** A client of a server that sends these texts, one for each connection, and then nothing; null: not even headers. */
function connect(texts: readonly (string | null)[]): {
  client: Client;
  seen: (string | null)[];
  send(text: string): void;
} {
  const seen: (string | null)[] = [];
  let body: ReadableStreamDefaultController<Uint8Array>;
  const answer: typeof fetch = async (_, { headers, signal } = {}) => {
    const text = texts[seen.length] ?? null;
    seen.push(new Headers(headers).get('last-event-id'));
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error));
      if (text === null) return;
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          body = controller;
          controller.enqueue(new TextEncoder().encode(text));
          signal?.addEventListener('abort', () => controller.error(signal.reason));
        },
      });
      resolve(new Response(stream, { headers: { 'Content-Type': 'text/event-stream' } }));
    });
  };
  return {
    client: createClient({ baseUrl: 'http://portico', fetch: answer, maxReconnects: 2 }),
    seen,
    send: (text) => body.enqueue(new TextEncoder().encode(text)),
  };
}

function read(client: Client, signal?: AbortSignal): { events: (number | undefined)[]; ended: Promise<unknown> } {
  const events: (number | undefined)[] = [];
  const reading = async (): Promise<void> => {
    for await (const { id } of client.threads.events('thr_x', { signal })) events.push(id);
  };
  return { events, ended: reading().catch((error: unknown) => error) };
}

test('a stream without a byte for 40 seconds is opened again after its last event', async () => {
  const { client, seen } = connect([connected + first, connected + second]);
  const { events } = read(client);
  await vi.advanceTimersByTimeAsync(39_000);
  expect([seen, events]).toEqual([[null], [undefined, 1]]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([seen, events]).toEqual([
    [null, '1'],
    [undefined, 1, 2],
  ]);
});

test('comments keep a stream open', async () => {
  const { client, seen, send } = connect([connected]);
  const { events } = read(client);
  for (let pings = 0; pings < 10; pings += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    send(': ping\n\n');
  }
  send(first);
  await vi.advanceTimersByTimeAsync(0);
  expect([seen, events]).toEqual([[null], [undefined, 1]]);
});

test('a slow reader is not taken for a silent server', async () => {
  const { client, seen } = connect([connected + first + second]);
  const events = client.threads.events('thr_x');
  for (const id of [undefined, 1, 2]) {
    expect((await events.next()).value).toMatchObject(id === undefined ? { event: 'connected' } : { id });
    await vi.advanceTimersByTimeAsync(100_000);
  }
  expect(seen).toEqual([null]);
});

test('a server that never responds is given up after the last attempt', async () => {
  const { client, seen } = connect([]);
  const { ended } = read(client);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(await ended).toMatchObject({ name: 'PorticoError', code: 'connection_failed', status: 0 });
  expect(seen).toHaveLength(3);
});

test('the reader’s signal ends a silent stream with its reason', async () => {
  const { client, seen } = connect([connected]);
  const stop = new AbortController();
  const { ended } = read(client, stop.signal);
  await vi.advanceTimersByTimeAsync(10_000);
  stop.abort(new Error('enough'));
  expect(await ended).toEqual(new Error('enough'));
  await vi.advanceTimersByTimeAsync(100_000);
  expect(seen).toHaveLength(1);
});
