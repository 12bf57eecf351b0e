import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApi, type Api } from './api.ts';

let api: Api;
let asked: string[];
let respond: () => Response;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Promise.resolve().then(respond);
  });
  api = createApi({ workspace: () => null, onSignedOut: () => {} });
});
afterEach(() => {
  api.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const away = (): Response => {
  throw new TypeError('network');
};
const back = () => Response.json({ data: [] });
const read = async (path = '/api/v1/agents') => api.get(path).catch((error: unknown) => error);

test.each([
  ['can’t be reached', away],
  ['is replaced by a proxy’s error', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
])('while the server %s, polls send nothing, and one request looks for it ever more rarely', async (_how, gone) => {
  respond = gone;
  await read();
  asked.length = 0;
  for (let second = 0; second < 60; second += 1) {
    await Promise.all([read('/api/v1/agents'), read('/api/v1/conversations'), read('/api/v1/workflows')]);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(new Set(asked)).toEqual(new Set(['/api/v1/auth/methods']));
  expect(asked.length).toBeGreaterThan(4);
  expect(asked.length).toBeLessThan(15);
});

test('once it is reached again, it says so, and requests are sent', async () => {
  const onRestored = vi.fn<() => void>();
  api.onRestored(onRestored);
  respond = away;
  await read();
  await vi.advanceTimersByTimeAsync(60_000);
  respond = back;
  expect(onRestored).not.toHaveBeenCalled();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(onRestored).toHaveBeenCalledOnce();
  expect(await read()).toEqual([]);
});

test('a change, and what a person clicks, are sent at once', async () => {
  respond = away;
  await read();
  await vi.advanceTimersByTimeAsync(60_000);
  asked.length = 0;
  await api.send('POST', '/api/v1/agents', { body: {} }).catch(() => undefined);
  expect(asked).toEqual(['/api/v1/agents']);
  respond = back;
  document.body.click();
  expect(await read()).toEqual([]);
});

test('an error of the server itself does not count as away', async () => {
  respond = () =>
    Response.json({ error: { code: 'service_unavailable', message: 'busy', details: {} } }, { status: 503 });
  await read();
  asked.length = 0;
  await read();
  expect(asked).toEqual(['/api/v1/agents']);
});

test.each([
  { method: 'GET', once: false, seconds: 60 },
  { method: 'POST', once: true, seconds: 60 },
  { method: 'DELETE', once: false, seconds: 300 },
] as const)('a $method that the server never answers ends after $seconds s', async ({ method, once, seconds }) => {
  const onRestored = vi.fn<() => void>();
  api.onRestored(onRestored);
  const outcome = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('fetch', async (path: string) =>
    path.endsWith('/methods') ? back() : new Promise<never>(() => undefined),
  );
  const path = '/api/v1/agents/agt_1';
  void (method === 'GET' ? api.get(path) : api.send(method, path, { once })).catch(outcome);
  await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ status: 504 }));
  // Maybe only the connection was broken: the rest of the screen is read again.
  await vi.advanceTimersByTimeAsync(10_000);
  expect(onRestored).toHaveBeenCalledOnce();
});

test('a response that has begun may take longer, but not for ever', async () => {
  const outcome = vi.fn<(result: unknown) => void>();
  let end = () => {};
  const slow = new ReadableStream<Uint8Array>({
    start(controller) {
      end = () => {
        controller.enqueue(new TextEncoder().encode('{"data":["late"]}'));
        controller.close();
      };
    },
  });
  respond = () => new Response(slow, { headers: { 'Content-Type': 'application/json' } });
  void read().then(outcome);
  await vi.advanceTimersByTimeAsync(200_000);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome).toHaveBeenCalledWith(['late']);

  respond = () => new Response(new ReadableStream(), { headers: { 'Content-Type': 'application/json' } });
  void read().then(outcome);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(outcome).toHaveBeenLastCalledWith(expect.objectContaining({ status: 504 }));
});

test('an upload takes as long as its connection needs', async () => {
  const outcome = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('fetch', async () => new Promise<never>(() => undefined));
  void api.send('POST', '/api/v1/files', { form: new FormData() }).catch(outcome);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(outcome).not.toHaveBeenCalled();
});
