import type { Socket } from 'socket.io-client';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { call, eventually, type TestAnswer } from '../../test/client.ts';
import { useClock } from '../../test/clock.ts';
import { connected } from '../../test/sockets.ts';
import { useOpenAccess } from '../../test/use-open-access.ts';

const clock = useClock();
const left = ({ headers }: TestAnswer, window: '' | '-day') => Number(headers.get(`x-ratelimit-remaining${window}`));

describe('open streams', () => {
  // A separate server, because streams that other tests have closed may still be counted for a moment.
  const { server, issueKey, openThread, follow } = useOpenAccess();

  test('are limited per key and per address', async () => {
    // Before they are opened: streams of a minute ago would no longer be counted.
    clock.toNextMinute();
    const thread = await openThread();
    const path = `/api/v1/threads/${thread}/events`;
    const keys = await Promise.all([issueKey(), issueKey(), issueKey()]);
    const [one, two, three] = keys.map(({ key }) => key);
    const streams = [];
    for (const key of [one, one, one]) streams.push(await follow(path, { key: key ?? '' }));
    const before = await call(server(), 'GET', `/api/v1/threads/${thread}`, { key: one ?? '' });
    const perKey = await call(server(), 'GET', path, { key: one ?? '', headers: { Accept: 'text/event-stream' } });
    expect([perKey.status, perKey.body.error.details]).toMatchObject([429, { window: 'concurrent', limit: 3 }]);
    // What was refused is counted for the day only.
    expect([left(perKey, ''), left(perKey, '-day')]).toEqual([left(before, ''), left(before, '-day') - 1]);
    for (const key of [two, two, two, three, three]) streams.push(await follow(path, { key: key ?? '' }));
    const perAddress = await call(server(), 'GET', path, {
      key: three ?? '',
      headers: { Accept: 'text/event-stream' },
    });
    expect([perAddress.status, perAddress.body.error.details]).toMatchObject([429, { window: 'concurrent', limit: 8 }]);
    expect((await call(server(), 'GET', `/api/v1/threads/${thread}`, { key: three ?? '' })).status).toBe(200);
    for (const stream of streams) await stream.close();
  });

  test('that are too many get the reason, even if their count can’t be given back', async () => {
    const path = `/api/v1/threads/${await openThread()}/events`;
    const { key } = await issueKey();
    const streams = await Promise.all([1, 2, 3].map(async () => follow(path, { key })));
    const { rateLimiter } = server().platform;
    const givingBack = vi.spyOn(rateLimiter, 'giveBack').mockRejectedValue(new Error('Redis is unreachable'));
    onTestFinished(() => givingBack.mockRestore());
    const refused = await call(server(), 'GET', path, { key, headers: { Accept: 'text/event-stream' } });
    expect([refused.status, refused.body.error.details]).toMatchObject([429, { window: 'concurrent', limit: 3 }]);
    expect(givingBack).toHaveBeenCalledOnce();
    for (const stream of streams) await stream.close();
  });
});

describe('open streams and sockets', () => {
  const { server, openChat, follow, connect } = useOpenAccess();

  test('are limited per session, and a closed one frees its place', async () => {
    clock.toNextMinute();
    const { path, headers, token } = await openChat();
    const first = await follow(`${path}/events`, { key: null, headers });
    const socket = connect('/chat', { token });
    expect(await connected(socket)).toBe(true);
    const refused = await call(server(), 'GET', `${path}/events`, {
      key: null,
      headers: { ...headers, Accept: 'text/event-stream' },
    });
    expect([refused.status, refused.body.error]).toMatchObject([
      429,
      { code: 'rate_limit_exceeded', details: { window: 'concurrent', limit: 2 } },
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await connected(connect('/chat', { token }));
    expect(other).toMatchObject({ code: 'rate_limit_exceeded', details: { window: 'concurrent', limit: 2 } });
    const before = await call(server(), 'GET', `${path}/messages`, { key: null, headers });
    const message = await call(server(), 'POST', `${path}/messages`, {
      key: null,
      headers: { ...headers, Accept: 'text/event-stream' },
      body: { content: 'Hello' },
    });
    expect(message.status).toBe(429);
    // It is counted for the day only, like that of a key.
    expect([left(message, ''), left(message, '-day')]).toEqual([20, left(before, '-day') - 1]);
    const kept = await call(server(), 'GET', `${path}/messages`, { key: null, headers });
    expect(kept.body.data).toEqual([]);
    await first.close();
    const again = await eventually(async () => follow(`${path}/events`, { key: null, headers }).catch(() => undefined));
    await again.close();
    socket.close();
  });

  test('without a namespace are limited per address, and a closed one frees its place', async () => {
    const opened = (await Promise.all(Array.from({ length: 20 }, async () => open(server().url)))).filter(wasOpened);
    expect(opened.length).toBeGreaterThan(0);
    expect(opened.length).toBeLessThanOrEqual(8);
    expect((await call(server(), 'GET', '/healthz', { key: null })).status).toBe(200);
    for (const { socket } of opened) socket.close();
    const again = await eventually(async () => open(server().url));
    again.socket.close();
  });

  test('in an unknown namespace, or with a wrong key, get the reason', async () => {
    const root = connect('/', {});
    expect(await connected(root)).toMatchObject({ code: 'resource_not_found' });
    const stranger = connect('/threads', { api_key: 'nonsense' });
    expect(await connected(stranger)).toMatchObject({ code: 'invalid_api_key' });
    // Neither connection stays open.
    const isOpen = ({ io }: Socket): boolean => io.engine.readyState === 'open';
    await eventually(async () => ([root, stranger].some(isOpen) ? undefined : true));
  });
});

describe('sockets that join no namespace', () => {
  const { server } = useOpenAccess({ joinMs: 1_000 });

  test('are closed soon by the server, and free their places', async () => {
    const opened = (await Promise.all(Array.from({ length: 20 }, async () => open(server().url)))).filter(wasOpened);
    expect(opened.length).toBeGreaterThan(0);
    await Promise.all(opened.map(async ({ closed }) => closed));
    const again = await eventually(async () => open(server().url));
    again.socket.close();
  });
});

describe('sockets whose client leaves while they are admitted', () => {
  // None is closed for joining late.
  const { server, issueKey, openChat, connect } = useOpenAccess({ joinMs: 600_000 });

  test.each([
    ['/chat', async () => ({ token: (await openChat()).token })],
    ['/threads', async () => ({ api_key: (await issueKey()).key })],
    ['/conversations', async () => ({ api_key: server().apiKey })],
  ])('free their places: %s', async (namespace, authorize) => {
    const auth = await authorize();
    const { streams } = server().platform;
    const count = streams.open.bind(streams);
    const { promise: allLeft, resolve: goOn } = Promise.withResolvers<void>();
    const counted = vi.spyOn(streams, 'open').mockImplementation(async (counts) => {
      await allLeft;
      return count(counts);
    });
    onTestFinished(() => counted.mockRestore());
    // More than a session or a key may have.
    const leaving = [1, 2, 3].map(() => connect(namespace, auth));
    await vi.waitFor(() => expect(counted).toHaveBeenCalledTimes(leaving.length));
    for (const socket of leaving) socket.close();
    await allWereClosed(server().url);
    goOn();
    await Promise.allSettled(counted.mock.results.map(async ({ value }) => value as unknown));
    // It is refused without a reason until the server has noticed that those of `allWereClosed` were closed.
    const joined = await eventually(async () => connected(connect(namespace, auth)).catch(() => undefined));
    expect(joined).toBe(true);
  });
});

/** Waits until the server has noticed that all connections were closed: only then it accepts as many as it may have. */
async function allWereClosed(url: string): Promise<void> {
  await eventually(async () => {
    const opened = (await Promise.all(Array.from({ length: 8 }, async () => open(url)))).filter(wasOpened);
    for (const { socket } of opened) socket.close();
    return opened.length === 8 ? true : undefined;
  });
}

interface OpenSocket {
  readonly socket: WebSocket;
  /** Also if the server closes it before the test looks. */
  readonly closed: Promise<unknown>;
}

/** Opens a socket that joins no namespace; undefined if it is refused. */
async function open(url: string): Promise<OpenSocket | undefined> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const closed = new Promise((resolve) => {
    socket.addEventListener('close', resolve);
  });
  return new Promise((resolve) => {
    socket.addEventListener('open', () => resolve({ socket, closed }));
    socket.addEventListener('error', () => resolve(undefined));
  });
}

const wasOpened = (socket: OpenSocket | undefined): socket is OpenSocket => socket !== undefined;
