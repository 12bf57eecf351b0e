import { type Client, type ClientOptions, createClient } from '@portico/shared-types';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/* What the typed client does with a server that accepts a request and doesn't finish its response. */
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client of a server that sends nothing, or only the beginning of a response; `seen` counts the requests. */
function connect(options: Partial<ClientOptions> = {}, beginning?: string): { client: Client; seen: () => number } {
  const answer = vi.fn<typeof fetch>(
    async (_, { signal } = {}) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
        if (beginning === undefined) return;
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(beginning));
            signal?.addEventListener('abort', () => controller.error(signal.reason));
          },
        });
        resolve(new Response(body));
      }),
  );
  const client = createClient({ baseUrl: 'http://portico', fetch: answer, maxRetries: 0, ...options });
  return { client, seen: () => answer.mock.calls.length };
}

function outcomeOf(promise: Promise<unknown>): { now: unknown } {
  const outcome: { now: unknown } = { now: undefined };
  promise.then(
    (value) => (outcome.now = value),
    (error: unknown) => (outcome.now = error),
  );
  return outcome;
}

const file = { name: 'a.txt', data: new Blob(['a']) };
const timedOut = (seconds: number) => ({
  name: 'PorticoError',
  code: 'connection_failed',
  status: 0,
  message: `No complete answer came from http://portico within ${seconds} seconds (timeoutMs).`,
});

test.each([
  ['nothing', undefined],
  ['a part of the response', '{"data": ['],
])('a call of which %s arrives fails after ten minutes', async (_, beginning) => {
  const { client } = connect({}, beginning);
  const outcome = outcomeOf(client.agents.list());
  await vi.advanceTimersByTimeAsync(599_000);
  expect(outcome.now).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(outcome.now).toMatchObject(timedOut(600));
});

test('the client, or a call, can have its own time', async () => {
  const { client } = connect({ timeoutMs: 30_000 });
  const usual = outcomeOf(client.agents.create({ name: 'A' }));
  const short = outcomeOf(client.agents.list({}, { timeoutMs: 5_000 }));
  const long = outcomeOf(client.messages.send('thr_x', { content: 'A' }, { timeoutMs: Number.POSITIVE_INFINITY }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([usual.now, short.now]).toEqual([undefined, expect.objectContaining(timedOut(5))]);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(usual.now).toMatchObject(timedOut(30));
  await vi.advanceTimersByTimeAsync(10_000_000);
  expect(long.now).toBeUndefined();
});

test('each attempt has the whole time', async () => {
  const { client, seen } = connect({ timeoutMs: 10_000, maxRetries: 1 });
  const outcome = outcomeOf(client.agents.list());
  await vi.advanceTimersByTimeAsync(19_000);
  expect([outcome.now, seen()]).toEqual([undefined, 2]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([outcome.now, seen()]).toEqual([expect.objectContaining(timedOut(10)), 2]);
});

test('an attempt that exceeds the time is repeated only once', async () => {
  const { client, seen } = connect({ timeoutMs: 10_000, maxRetries: 3 });
  const outcome = outcomeOf(client.agents.create({ name: 'A' }));
  await vi.advanceTimersByTimeAsync(25_000);
  expect([outcome.now, seen()]).toEqual([expect.objectContaining(timedOut(10)), 2]);
});

test('so is one that fetch has ended because nothing arrived, as that of Node.js after five minutes', async () => {
  const late = Object.assign(new Error('Headers Timeout Error'), { code: 'UND_ERR_HEADERS_TIMEOUT' });
  const answer = vi.fn<typeof fetch>(async () => {
    throw new TypeError('fetch failed', { cause: late });
  });
  const outcome = outcomeOf(connect({ fetch: answer, maxRetries: 3 }).client.agents.list());
  await vi.advanceTimersByTimeAsync(25_000);
  expect(outcome.now).toMatchObject({ code: 'connection_failed', isTimeout: true });
  expect(answer).toHaveBeenCalledTimes(2);
});

test('a visitor’s POST without a key that exceeds the time is not repeated', async () => {
  const { client, seen } = connect({ timeoutMs: 10_000, maxRetries: 3 });
  const outcome = outcomeOf(client.forms.query('demo', 'sub_x', { query: 'Why?' }));
  await vi.advanceTimersByTimeAsync(25_000);
  expect([outcome.now, seen()]).toEqual([expect.objectContaining(timedOut(10)), 1]);
});

test('an error shows whether it is a timeout', async () => {
  const outcome = outcomeOf(connect({ timeoutMs: 10_000 }).client.agents.list());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcome.now).toMatchObject({ isTimeout: true, isTemporary: true });
  const refuse = async () => Promise.reject(new TypeError('fetch failed'));
  const lost = outcomeOf(connect({ fetch: refuse }).client.agents.list());
  await vi.advanceTimersByTimeAsync(0);
  expect(lost.now).toMatchObject({ code: 'connection_failed', isTimeout: false });
});

test('an upload or a download, which may be large, has no time but one that was chosen', async () => {
  const { client } = connect();
  const unlimited = [outcomeOf(client.files.upload(file)), outcomeOf(client.personaInstances.download('ins_x', 'a'))];
  const limited = [
    outcomeOf(client.files.upload(file, { timeoutMs: 5_000 })),
    outcomeOf(connect({ timeoutMs: 5_000 }).client.executions.export()),
  ];
  await vi.advanceTimersByTimeAsync(5_000);
  for (const { now } of limited) expect(now).toMatchObject(timedOut(5));
  await vi.advanceTimersByTimeAsync(10_000_000);
  for (const { now } of unlimited) expect(now).toBeUndefined();
});

test('a finished call leaves no timer, and the signal of its caller still ends it', async () => {
  const { client } = connect();
  const stop = new AbortController();
  const outcome = outcomeOf(client.agents.list({}, { signal: stop.signal }));
  stop.abort(new Error('enough'));
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome.now).toEqual(new Error('enough'));
  expect(vi.getTimerCount()).toBe(0);
});

test('it ends a call also while the body of an error arrives', async () => {
  const stop = new AbortController();
  const answer: typeof fetch = async (_, { signal } = {}) => {
    const start = (body: ReadableStreamDefaultController): void =>
      signal?.addEventListener('abort', () => body.error(signal.reason));
    return new Response(new ReadableStream({ start }), { status: 500 });
  };
  const { client } = connect({ fetch: answer });
  const outcome = outcomeOf(client.agents.list({}, { signal: stop.signal }));
  await vi.advanceTimersByTimeAsync(0);
  stop.abort(new Error('enough'));
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome.now).toEqual(new Error('enough'));
});

test.each([0, -1, Number('ten')])('%s is refused, and nothing is sent', async (timeoutMs) => {
  const message = `timeoutMs must be more than 0, not ${timeoutMs}; without a limit, it is Infinity`;
  expect(() => connect({ timeoutMs })).toThrow(new TypeError(message));
  const { client, seen } = connect();
  await expect(client.agents.list({}, { timeoutMs })).rejects.toThrow(new TypeError(message));
  expect(seen()).toBe(0);
});
