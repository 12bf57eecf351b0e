import type { Server } from 'socket.io';
import { followThread, requireThread } from '../../features/threads/index.ts';
import { EventStream } from '../../platform/sse.ts';
import type { AppPlatform } from '../compose.ts';
import { serveKeySockets } from './serve-key-sockets.ts';

/**
 * The namespace `/threads`: without `last_event_id` a thread's stream begins now (docs/reference/streams.md#sockets).
 */
export function serveThreadSockets(io: Server, platform: AppPlatform): void {
  serveKeySockets(io, platform, {
    namespace: '/threads',
    scope: 'threads:read',
    idName: 'thread_id',
    require: async (workspaceId, id) => requireThread(platform, workspaceId, id),
    open: (threadId, after) =>
      new EventStream(async (send, signal) => followThread(platform, { threadId, after }, signal, send)),
  });
}
