import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { AppPlatform } from './compose.ts';
import { boundConnections } from './sockets/bound-connections.ts';
import { serveChatSockets } from './sockets/serve-chat-sockets.ts';
import { serveConversationSockets } from './sockets/serve-conversation-sockets.ts';
import { serveKeySockets } from './sockets/serve-key-sockets.ts';
import { readTaskEvents, requireTask } from '../features/personas/index.ts';
import { followThread, requireThread } from '../features/threads/index.ts';
import { EventStream } from '../platform/sse.ts';

/** A connection that has not joined a namespace after this time is closed. Joining requires valid credentials. */
const defaultJoinMs = 4_000;

/**
 * The same events as over SSE, with the same ids (docs/reference/streams.md#sockets), in four namespaces: `/threads`,
 * `/personas` and `/conversations` for API keys and people, `/chat` for sessions. Every payload carries `event_id`.
 *
 * There is no adapter between processes: each reads the event log by itself, which already crosses them. Only a client
 * that polls needs all its requests to reach one process; over WebSocket any process will do.
 */
export function attachSockets(server: HttpServer, platform: AppPlatform, joinMs = defaultJoinMs): void {
  const io = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: 16_384,
    connectTimeout: joinMs,
    // Each namespace checks origins itself. Cookies are not read, so an origin alone grants no access.
    cors: { origin: true },
  });
  boundConnections(io, platform);
  serveThreadSockets(io, platform);
  servePersonaSockets(io, platform);
  serveConversationSockets(io, platform);
  serveChatSockets(io, platform);
  platform.stopping.addEventListener('abort', () => {
    io.disconnectSockets(true);
    io.engine.close();
  });
}

/**
 * The namespace `/threads`: without `last_event_id` a thread's stream begins now (docs/reference/streams.md#sockets).
 */
function serveThreadSockets(io: Server, platform: AppPlatform): void {
  serveKeySockets(io, platform, {
    namespace: '/threads',
    scope: 'threads:read',
    idName: 'thread_id',
    resource: 'thread',
    require: async (workspaceId, id) => requireThread(platform, workspaceId, id),
    open: (threadId, after) =>
      new EventStream(async (send, signal) => followThread(platform, { threadId, after }, signal, send)),
  });
}

/** The namespace `/personas`: the events of tasks, from the beginning if there is no `last_event_id`. */
function servePersonaSockets(io: Server, platform: AppPlatform): void {
  serveKeySockets(io, platform, {
    namespace: '/personas',
    scope: 'personas:read',
    idName: 'instance_id',
    resource: 'persona instance',
    require: async (workspaceId, id) => requireTask(platform, workspaceId, id),
    open: (id, after) => EventStream.of((signal) => readTaskEvents(platform, id, after ?? 0, signal)),
  });
}
