import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../test/client.ts';
import { connected, disconnected, openSocket } from '../../test/sockets.ts';
import { startServer, type ServerUnderTest } from '../../test/start-server.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

async function join(namespace: string, key = server.apiKey): Promise<Socket> {
  const socket = openSocket(server, namespace, { api_key: key });
  sockets.push(socket);
  expect(await connected(socket)).toBe(true);
  return socket;
}

/** Sends the same message again and again on a connection; returns the number of answers until it was closed. */
async function flood(message: string, count: number): Promise<number> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  let answers = 0;
  return new Promise((resolve, reject) => {
    socket.addEventListener('message', () => {
      answers += 1;
    });
    socket.addEventListener('open', () => {
      for (let sent = 0; sent < count; sent += 1) socket.send(message);
    });
    socket.addEventListener('close', () => resolve(answers));
    socket.addEventListener('error', () => reject(new Error('failed')));
  });
}

describe('messages over socket.io', () => {
  it.each(['40', '40/chat,{"token":"x"}', '40/threads,{"api_key":"x"}', '40/nothing', '3'])(
    'a stranger who repeats %s is disconnected',
    async (message) => {
      expect(await flood(message, 5_000)).toBeLessThan(100);
    },
  );

  it('a client that floods a namespace is disconnected', async () => {
    const socket = await join('/threads');
    let answers = 0;
    for (let sent = 0; sent < 5_000; sent += 1) {
      socket.emit('unsubscribe', { thread_id: 'thr_none' }, () => {
        answers += 1;
      });
    }
    await disconnected(socket);
    expect(answers).toBeLessThan(1_000);
  });

  it.each([
    ['/threads', 'thread_id', 'thread'],
    ['/personas', 'instance_id', 'persona instance'],
  ])('a malformed id is unknown: %s', async (namespace, name, resource) => {
    const socket = await join(namespace);
    for (const id of ['x\0', 'x\uD800']) {
      const answer: unknown = await socket.emitWithAck('subscribe', { [name]: id });
      expect(answer).toMatchObject({ ok: false, error: { code: 'resource_not_found', details: { resource } } });
    }
  });

  it('a client may follow a hundred streams, leave them, and follow them again', async () => {
    const agent = (await call(server, 'POST', '/api/v1/agents', { body: { name: 'Guide' } })).body.data.id;
    const thread = (await call(server, 'POST', `/api/v1/agents/${agent}/threads`, { body: {} })).body.data.id;
    const socket = await join('/threads');
    for (const event of ['subscribe', 'unsubscribe', 'subscribe']) {
      const answers = Array.from({ length: 100 }, async () => socket.emitWithAck(event, { thread_id: thread }));
      expect(new Set((await Promise.all(answers)).map(({ ok }) => ok))).toEqual(new Set([true]));
    }
    expect(socket.connected).toBe(true);
  });

  it('each request to resume the events of conversations counts as a request', async () => {
    const body = { name: 'Inbox', scopes: ['conversations:read'], rate_limit_per_minute: 20 };
    const { key } = (await call(server, 'POST', '/api/v1/api-keys', { body })).body.data;
    const socket = await join('/conversations', key);
    const answers = [];
    for (let sent = 0; sent < 45; sent += 1) answers.push(await socket.emitWithAck('subscribe', {}));
    expect(answers[0]).toEqual({ ok: true });
    expect(answers).toContainEqual({ ok: false, error: expect.objectContaining({ code: 'rate_limit_exceeded' }) });
  });
});
