import type { Server, Socket } from 'socket.io';
import { z } from 'zod';
import { type FollowedSession, followByToken, type ChatPlatform } from '../../features/chat-interfaces/index.ts';
import { limitVisitor } from '../../platform/http/limits.ts';
import { addressOf } from './socket-address.ts';
import { holdConnection } from './bound-connections.ts';
import { countSocket } from './count-socket.ts';
import { admitSockets, LastEventId, parseSent } from './refuse-socket.ts';
import { sendEvents } from './send-events.ts';

/**
 * `last_event_id` resumes after that event; without it the stream begins now. `preview` is the token of a preview, which
 * browsers can't send in a header.
 */
const Auth = z.object({ token: z.string(), last_event_id: LastEventId, preview: z.string().nullish() });

interface Admitted extends FollowedSession {
  readonly closeStream: () => void;
}

/** The namespace `/chat`: a connection carries a session's token and gets the events of its thread. */
export function serveChatSockets(io: Server, platform: ChatPlatform): void {
  const admitted = new WeakMap<Socket, Admitted>();
  const namespace = io.of('/chat');
  namespace.use(
    admitSockets(
      platform,
      async (socket) => {
        const { auth, headers } = socket.handshake;
        await limitVisitor(platform, { ip: addressOf(platform, socket.handshake) }, undefined, []);
        const { token, last_event_id: last, preview } = parseSent('auth', Auth, auth);
        const after = last === undefined || last === null ? {} : { 'last-event-id': String(last) };
        const draft = preview === undefined || preview === null ? {} : { 'x-portico-preview': preview };
        const followed = await followByToken(platform, token, { ...headers, ...after, ...draft });
        const closeStream = await countSocket(platform, socket, { kind: 'session', id: followed.sessionId });
        admitted.set(socket, { ...followed, closeStream });
      },
      'public',
    ),
  );
  namespace.on('connection', (socket) => {
    holdConnection(socket);
    const followed = admitted.get(socket);
    if (followed === undefined) return;
    const lease = followed.watch();
    const gone = new AbortController();
    const end = (): void => gone.abort();
    lease.signal.addEventListener('abort', end);
    socket.on('disconnect', () => {
      end();
      lease.stop();
      followed.closeStream();
    });
    void sendEvents(platform, socket, followed.stream, gone.signal).then(() => socket.disconnect());
  });
}
