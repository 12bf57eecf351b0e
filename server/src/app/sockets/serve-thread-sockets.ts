import type { IncomingHttpHeaders } from 'node:http';
import type { Server, Socket } from 'socket.io';
import { z } from 'zod';
import { authenticateKey } from '../../features/api-keys/index.ts';
import { readThreadEvents, requireThread } from '../../features/threads/index.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { isOwnOrigin } from '../../platform/http/admit-origin.ts';
import { limitCaller, limitStranger } from '../../platform/http/limits.ts';
import type { Caller } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { addressOf } from './address-of.ts';
import { admitSockets, parseSent, toRefusal, type SocketRefusal } from './refuse-socket.ts';
import { sendEvents } from './send-events.ts';

const Auth = z.object({ api_key: z.string().optional() });
/** `last_event_id` resumes after that event; without it the stream begins now. */
const Subscription = z.object({ thread_id: z.string().max(200), last_event_id: z.int().min(0).nullish() });
const Unsubscription = z.object({ thread_id: z.string() });

/** The most threads that one connection follows. */
const mostThreads = 100;

type Acknowledge = (answer: { ok: true } | { ok: false; error: SocketRefusal }) => void;

interface Follower {
  readonly socket: Socket;
  readonly caller: Caller;
  readonly followed: Map<string, AbortController>;
}

/**
 * The namespace `/threads`: a connection carries an API key as `api_key`, and asks for threads with
 * `subscribe {thread_id, last_event_id?}`, which is acknowledged, and `unsubscribe {thread_id}`.
 */
export function serveThreadSockets(io: Server, platform: Platform): void {
  const callers = new WeakMap<Socket, Caller>();
  const namespace = io.of('/threads');
  namespace.use(
    admitSockets(platform, async (socket) => {
      refuseForeignOrigin(platform, socket.handshake.headers);
      callers.set(socket, await authenticate(platform, socket));
    }),
  );
  namespace.on('connection', (socket) => {
    const caller = callers.get(socket);
    if (caller === undefined) return;
    const followed = new Map<string, AbortController>();
    socket.on('disconnect', () => {
      for (const stop of followed.values()) stop.abort();
    });
    socket.on('unsubscribe', (sent: unknown) => {
      const id = Unsubscription.safeParse(sent).data?.thread_id ?? '';
      followed.get(id)?.abort();
      followed.delete(id);
    });
    socket.on('subscribe', (sent: unknown, acknowledge?: unknown) => {
      const answer = (typeof acknowledge === 'function' ? acknowledge : () => undefined) as Acknowledge;
      follow(platform, { socket, caller, followed }, sent).then(
        () => answer({ ok: true }),
        (error: unknown) => answer({ ok: false, error: toRefusal(platform, error) }),
      );
    });
  });
}

/** Sends a thread's events to a connection. Throws what the thread's own stream answers. */
async function follow(platform: Platform, { socket, caller, followed }: Follower, sent: unknown): Promise<void> {
  await limitCaller(platform, caller, undefined);
  if (!caller.scopes.includes('threads:read')) {
    const details = { required: ['threads:read'], missing: ['threads:read'] };
    throw new ApiError('insufficient_scope', 'This key lacks threads:read.', details);
  }
  const { thread_id: threadId, last_event_id: after } = parseSent('subscribe', Subscription, sent);
  await requireThread(platform, caller.workspaceId, threadId);
  followed.get(threadId)?.abort();
  if (followed.size >= mostThreads && !followed.has(threadId)) {
    throw invalid({ path: 'subscribe.thread_id', message: `is one more than the ${mostThreads} of a connection` });
  }
  const stop = new AbortController();
  followed.set(threadId, stop);
  if (socket.disconnected) stop.abort();
  const events = readThreadEvents(platform, { threadId, after: after ?? null }, stop.signal);
  void sendEvents(platform, socket, events, stop.signal);
}

async function authenticate(platform: Platform, socket: Socket): Promise<Caller> {
  try {
    const { api_key: key } = parseSent('auth', Auth, socket.handshake.auth);
    const caller = await authenticateKey(platform, key);
    await limitCaller(platform, caller, undefined);
    return caller;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) {
      await limitStranger(platform, { ip: addressOf(platform, socket) }, undefined);
    }
    throw error;
  }
}

/** The versioned API answers no browser of another origin, unless CORS_ORIGINS names it (contract section 15). */
function refuseForeignOrigin(platform: Platform, headers: IncomingHttpHeaders): void {
  const { origin } = headers;
  if (origin === undefined || isOwnOrigin({ platform, origin, headers })) return;
  if (platform.config.corsOrigins.includes(origin)) return;
  throw new ApiError('resource_not_found', 'Path not found.', { resource: 'path', id: '/threads' });
}
