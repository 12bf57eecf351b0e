import { type Client, type ClientOptions, createClient } from '@portico/shared-types';
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';

/* What the typed client makes of the header Retry-After, of Portico or of a proxy in front of it. */
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client whose requests are all refused with this header; `seen` counts them. */
function refuse(
  retryAfter: string,
  options: Partial<ClientOptions> = {},
): { seen: Mock<typeof fetch>; client: Client } {
  const seen = vi.fn<typeof fetch>(
    async () => new Response('', { status: 429, headers: { 'retry-after': retryAfter } }),
  );
  const client = createClient({
    baseUrl: 'http://portico',
    fetch: seen,
    reconnectMs: 10,
    maxReconnects: 3,
    ...options,
  });
  return { seen, client };
}

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: unknown) => error);
}

test('a call waits until the date that a proxy names', async () => {
  const { seen, client } = refuse(new Date(Date.now() + 30_000).toUTCString());
  void errorOf(client.agents.list());
  await vi.advanceTimersByTimeAsync(28_000);
  expect(seen).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(seen.mock.calls.length).toBeGreaterThan(1);
});

test('a call fails at once if the date is far away', async () => {
  const { seen, client } = refuse(new Date(Date.now() + 3_600_000).toUTCString());
  const refused = errorOf(client.agents.list());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await refused).toMatchObject({ status: 429, retryAfter: expect.closeTo(3_600, -1) });
  expect(seen).toHaveBeenCalledTimes(1);
});

test.each(['', '-5', 'soon', 'Infinity', 'Wed, 01 Jan 2020 00:00:00 GMT'])(
  '%j says nothing, and the pause grows',
  async (value) => {
    const { seen, client } = refuse(value);
    const refused = errorOf(client.agents.list());
    await vi.advanceTimersByTimeAsync(100);
    expect(seen).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await refused).toMatchObject({ status: 429, retryAfter: undefined });
    expect(seen).toHaveBeenCalledTimes(4);
  },
);

test('a stream waits for it before it is opened again', async () => {
  const { seen, client } = refuse('30');
  void errorOf(client.threads.events('thr_x').next());
  await vi.advanceTimersByTimeAsync(29_000);
  expect(seen).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(seen).toHaveBeenCalledTimes(2);
});

test('a stream fails at once if it would have to wait too long', async () => {
  const { seen, client } = refuse('3600');
  const refused = errorOf(client.messages.stream('thr_x', { content: 'Hello' }).next());
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await refused).toMatchObject({ status: 429, retryAfter: 3_600 });
  expect(seen).toHaveBeenCalledTimes(1);
});

test('a wait that is longer than any timer is not cut short', async () => {
  const seconds = 40 * 86_400;
  const { seen, client } = refuse(String(seconds), { maxRetryDelayMs: Number.POSITIVE_INFINITY });
  const stop = new AbortController();
  const refused = errorOf(client.agents.list({}, { signal: stop.signal }));
  await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
  expect(seen).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(seen).toHaveBeenCalledTimes(2);
  stop.abort(new Error('enough'));
  expect(await refused).toEqual(new Error('enough'));
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
  expect(seen).toHaveBeenCalledTimes(2);
});
