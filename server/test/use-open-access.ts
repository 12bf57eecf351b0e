import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { call, followFromNow } from './client.ts';
import { openSocket } from './sockets.ts';
import { type ServerUnderTest, startServer } from './start-server.ts';

const scopes = ['threads:read', 'threads:write', 'agents:execute', 'personas:read'];

interface FollowOptions {
  readonly key?: string | null;
  readonly headers?: Record<string, string>;
}

/**
 * A server for the tests of a file or a `describe` that allows few open streams, and what opens them: keys, threads,
 * chats, streams and sockets. Sockets are closed after each test. `joinMs` is the time that a socket has to join a
 * namespace; with a short one, a busy server closes sockets that are still being accepted.
 */
export function useOpenAccess(options: { joinMs?: number } = {}) {
  let server: ServerUnderTest;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    const limits = { MAX_STREAMS_PER_SESSION: '2', MAX_STREAMS_PER_KEY: '3', MAX_STREAMS_PER_IP: '8' };
    server = await startServer(limits, options);
  });
  afterAll(() => server.close());
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });

  async function create(path: string, body?: object) {
    return (await call(server, 'POST', path, { ...(body && { body }) })).body.data;
  }

  const createAgent = async (): Promise<string> => (await create('/api/v1/agents', { name: 'Guide' })).id;

  return {
    server: (): ServerUnderTest => server,
    issueKey: async (): Promise<{ id: string; key: string }> => create('/api/v1/api-keys', { name: 'Reader', scopes }),
    openThread: async (): Promise<string> => (await create(`/api/v1/agents/${await createAgent()}/threads`)).id,
    openChat: async () => {
      const chat = await create('/api/v1/chat-interfaces', { name: 'Help desk', agent_id: await createAgent() });
      const base = `/api/public/chat-interfaces/${chat.slug}/sessions`;
      const { id, token } = (await call(server, 'POST', base, { key: null, body: {} })).body.data;
      return { chat, token, path: `${base}/${id}`, headers: { Authorization: `Bearer ${token}` } };
    },
    /** Follows an address; resolves once its stream is open. */
    follow: async (path: string, options: FollowOptions) => {
      const stop = new AbortController();
      const { events } = await followFromNow(server, path, { ...options, signal: stop.signal });
      const ended = events.catch(() => undefined);
      return {
        ended,
        close: async () => {
          stop.abort();
          await ended;
        },
      };
    },
    connect: (namespace: string, auth: object, headers: Record<string, string> = {}): Socket => {
      const socket = openSocket(server, namespace, auth, headers);
      sockets.push(socket);
      return socket;
    },
  };
}
