import type { Server, Socket } from 'socket.io';
import { z } from 'zod';
import { followByToken } from '../../features/chat-interfaces/index.ts';
import { limitVisitor } from '../../platform/http/limits.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EventStream } from '../../platform/sse.ts';
import { addressOf } from './address-of.ts';
import { admitSockets, parseSent } from './refuse-socket.ts';
import { sendEvents } from './send-events.ts';

/** `last_event_id` resumes after that event; without it the stream begins now. */
const Auth = z.object({ token: z.string(), last_event_id: z.int().min(0).nullish() });

/** The namespace `/chat`: a connection carries a session's token and gets the events of its thread. */
export function serveChatSockets(io: Server, platform: Platform): void {
  const streams = new WeakMap<Socket, EventStream>();
  const namespace = io.of('/chat');
  namespace.use(
    admitSockets(
      platform,
      async (socket) => {
        const { auth, headers } = socket.handshake;
        await limitVisitor(platform, { ip: addressOf(platform, socket) }, undefined, []);
        const { token, last_event_id: last } = parseSent('auth', Auth, auth);
        const after = last === undefined || last === null ? {} : { 'last-event-id': String(last) };
        streams.set(socket, await followByToken(platform, token, { ...headers, ...after }));
      },
      'public',
    ),
  );
  namespace.on('connection', (socket) => {
    const gone = new AbortController();
    socket.on('disconnect', () => gone.abort());
    const stream = streams.get(socket);
    if (stream === undefined) return;
    void sendEvents(platform, socket, stream, gone.signal).then(() => socket.disconnect());
  });
}
