import type { Scope } from '@portico/shared-types';
import type { Server, Socket } from 'socket.io';
import { z } from 'zod';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { EventStream } from '../../platform/sse.ts';
import { isStorableText, toStorableText } from '../../platform/storable-text.ts';
import type { AppPlatform } from '../compose.ts';
import { authenticateSocket } from './authenticate-socket.ts';
import { holdConnection } from './bound-connections.ts';
import { countSocket } from './count-socket.ts';
import { admitSockets, LastEventId, parseSent, toRefusal, type SocketRefusal } from './refuse-socket.ts';
import { sendEvents } from './send-events.ts';

/** The maximum number of streams that one connection follows. */
const maxFollowed = 100;

/** The streams of one kind that a key may follow. */
export interface KeySockets {
  readonly namespace: string;
  readonly scope: Scope;
  /** The field in which a client names a stream, like `thread_id`. */
  readonly idName: string;
  /** What the id names, for the error of an unknown one. */
  readonly resource: string;
  /** Throws the same errors as the GET of the resource. */
  require(workspaceId: string, id: string): Promise<unknown>;
  /** The events after `after`; null if the client gave no id. */
  open(id: string, after: number | null): EventStream;
}

type Acknowledge = (answer: { ok: true } | { ok: false; error: SocketRefusal }) => void;

function toAcknowledge(sent: unknown): Acknowledge {
  return typeof sent === 'function' ? (sent as Acknowledge) : () => undefined;
}

interface Follower {
  readonly socket: Socket;
  readonly followed: Map<string, AbortController>;
}

/**
 * A namespace for API keys and people: a connection is authenticated by a key in `api_key` or by the session cookie. It
 * asks for streams with `subscribe {<id name>, last_event_id?}` and `unsubscribe {<id name>}`, which are acknowledged.
 */
export function serveKeySockets(io: Server, platform: AppPlatform, streams: KeySockets): void {
  const Unsubscription = z.object({ [streams.idName]: z.string().max(200) });
  const admitted = new WeakMap<Socket, { caller: Caller; closeStream: () => void }>();
  const namespace = io.of(streams.namespace);
  namespace.use(
    admitSockets(platform, async (socket) => {
      const caller = await authenticateSocket(platform, socket, streams.namespace);
      const closeStream = await countSocket(platform, socket, { kind: 'key', id: caller.holder });
      admitted.set(socket, { caller, closeStream });
    }),
  );
  namespace.on('connection', (socket) => {
    holdConnection(socket);
    const entry = admitted.get(socket);
    if (entry === undefined) return;
    const followed = new Map<string, AbortController>();
    const lease = entry.caller.watch([]);
    lease.signal.addEventListener('abort', () => socket.disconnect(true));
    socket.on('disconnect', () => {
      for (const stop of followed.values()) stop.abort();
      lease.stop();
      entry.closeStream();
    });
    socket.on('unsubscribe', (sent: unknown, acknowledge?: unknown) => {
      const answer = toAcknowledge(acknowledge);
      try {
        const id = String(parseSent('unsubscribe', Unsubscription, sent)[streams.idName]);
        followed.get(id)?.abort();
        followed.delete(id);
        answer({ ok: true });
      } catch (error) {
        answer({ ok: false, error: toRefusal(platform, error) });
      }
    });
    socket.on('subscribe', (sent: unknown, acknowledge?: unknown) => {
      const answer = toAcknowledge(acknowledge);
      follow(platform, streams, { socket, followed }, sent).then(
        () => answer({ ok: true }),
        (error: unknown) => answer({ ok: false, error: toRefusal(platform, error) }),
      );
    });
  });
}

/** Sends a stream's events to a connection. Throws the same errors as the stream's HTTP address. */
async function follow(
  platform: AppPlatform,
  { namespace, scope, idName, resource, require, open }: KeySockets,
  { socket, followed }: Follower,
  sent: unknown,
): Promise<void> {
  // The key may have been revoked or lost scopes since the connection was made.
  const caller = await authenticateSocket(platform, socket, namespace);
  if (!caller.scopes.includes(scope)) {
    const lacking = caller.role === null ? 'This key lacks' : `The role ${caller.role} lacks`;
    throw new ApiError('insufficient_scope', `${lacking} ${scope}.`, { required: [scope], missing: [scope] });
  }
  // `last_event_id` resumes after that event.
  const Subscription = z.object({ [idName]: z.string().max(200), last_event_id: LastEventId });
  const subscription = parseSent('subscribe', Subscription, sent);
  const id = String(subscription[idName]);
  const after = subscription['last_event_id'];
  // As in a path of HTTP, a malformed id is an unknown one.
  if (!isStorableText(id)) throw notFound(resource, toStorableText(id));
  await require(caller.workspaceId, id);
  followed.get(id)?.abort();
  if (followed.size >= maxFollowed && !followed.has(id)) {
    throw invalid({ path: `subscribe.${idName}`, message: `exceeds the limit of ${maxFollowed} for each connection` });
  }
  const stop = new AbortController();
  followed.set(id, stop);
  if (socket.disconnected) stop.abort();
  const lease = caller.watch([scope]);
  lease.signal.addEventListener('abort', () => stop.abort());
  const stream = open(id, typeof after === 'number' ? after : null);
  void sendEvents(platform, socket, stream, stop.signal).finally(() => {
    lease.stop();
    // A stream that has ended leaves its place to others, unless the client follows it again already.
    if (followed.get(id) === stop) followed.delete(id);
  });
}
