import type { Server, Socket } from 'socket.io';
import { z } from 'zod';
import { followConversations } from '../../features/conversations/index.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { EventStream } from '../../platform/sse.ts';
import type { AppPlatform } from '../compose.ts';
import { authenticateSocket } from './authenticate-socket.ts';
import { holdConnection } from './bound-connections.ts';
import { countSocket } from './count-socket.ts';
import { admitSockets, LastEventId, parseSent, toRefusal } from './refuse-socket.ts';
import { sendEvents } from './send-events.ts';

const path = '/conversations';
const scope = 'conversations:read';
/** `last_event_id` resumes after that event. */
const Subscription = z.object({ last_event_id: LastEventId });

/**
 * The namespace `/conversations`: a connection is authenticated by a key or the session cookie, and gets the events of
 * the workspace's conversations from now on. `subscribe {last_event_id}` resumes after that event.
 */
export function serveConversationSockets(io: Server, platform: AppPlatform): void {
  const admitted = new WeakMap<Socket, { caller: Caller; closeStream: () => void }>();
  const namespace = io.of(path);
  namespace.use(
    admitSockets(platform, async (socket) => {
      const caller = await authenticateSocket(platform, socket, path);
      if (!caller.scopes.includes(scope)) {
        throw new ApiError('insufficient_scope', `This needs ${scope}.`, { required: [scope], missing: [scope] });
      }
      const closeStream = await countSocket(platform, socket, { kind: 'key', id: caller.holder });
      admitted.set(socket, { caller, closeStream });
    }),
  );
  namespace.on('connection', (socket) => {
    holdConnection(socket);
    const entry = admitted.get(socket);
    if (entry === undefined) return;
    const { workspaceId } = entry.caller;
    let stop = new AbortController();
    const follow = (after: number | null): void => {
      stop.abort();
      stop = new AbortController();
      const { signal } = stop;
      const stream = new EventStream(async (send, gone) =>
        followConversations(platform, { workspaceId, after }, gone, send),
      );
      void sendEvents(platform, socket, stream, signal);
    };
    const lease = entry.caller.watch([scope]);
    lease.signal.addEventListener('abort', () => socket.disconnect(true));
    socket.on('disconnect', () => {
      stop.abort();
      lease.stop();
      entry.closeStream();
    });
    socket.on('subscribe', (sent: unknown, acknowledge?: unknown) => {
      const answer = typeof acknowledge === 'function' ? acknowledge : () => undefined;
      const subscribe = async (): Promise<void> => {
        // Each counts as a request, as in the other namespaces: it starts to read again.
        await authenticateSocket(platform, socket, path);
        const { last_event_id: after } = parseSent('subscribe', Subscription, sent);
        if (socket.connected) follow(after ?? null);
      };
      subscribe().then(
        () => answer({ ok: true }),
        (error: unknown) => answer({ ok: false, error: toRefusal(platform, error) }),
      );
    });
    follow(null);
  });
}
