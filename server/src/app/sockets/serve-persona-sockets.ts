import type { Server } from 'socket.io';
import { readTaskEvents, requireTask } from '../../features/personas/index.ts';
import { EventStream } from '../../platform/sse.ts';
import type { AppPlatform } from '../compose.ts';
import { serveKeySockets } from './serve-key-sockets.ts';

/** The namespace `/personas`: the events of tasks, from the beginning if there is no `last_event_id`. */
export function servePersonaSockets(io: Server, platform: AppPlatform): void {
  serveKeySockets(io, platform, {
    namespace: '/personas',
    scope: 'personas:read',
    idName: 'instance_id',
    require: async (workspaceId, id) => requireTask(platform, workspaceId, id),
    open: (id, after) => EventStream.of((signal) => readTaskEvents(platform, id, after ?? 0, signal)),
  });
}
