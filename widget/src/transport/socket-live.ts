import { io } from 'socket.io-client';
import { isAfter } from '@portico/browser-kit/events/follow-events';
import type { Following } from '@portico/browser-kit/events/follow-events';
import { RequestError } from './errors.ts';

export interface SocketLiveOptions {
  /** Origin of the server. */
  host: string;
  token: string;
  lastEventId: string | null;
  onEvent(event: { id: string | null; event: string; data: unknown }): void;
  onState(state: 'online' | 'reconnecting'): void;
  /** The session is over (401, 404); there are no more attempts. */
  onEnd(error: RequestError): void;
  /** There was no connection for some time. It keeps trying until it is stopped. */
  onStuck(): void;
}

/** The error with which the server rejects a connection (docs/reference/errors.md#error-envelope). */
interface Refusal {
  code?: string;
  message?: string;
  details?: { retry_after?: number };
}

const CONNECT_MS = 10_000;
/** Other refusals pass, such as that of a paused interface. */
const OVER: Readonly<Record<string, number>> = { invalid_api_key: 401, expired_api_key: 401 };

/**
 * Reads a session's events over socket.io, for networks that buffer event streams: the same events with the same ids
 * (docs/reference/streams.md#sockets), so that either transport continues where the other stopped. Its polling works in
 * any network that loads pages, and upgrades to a WebSocket if possible.
 */
export function startSocketLive(options: SocketLiveOptions): Following {
  let { lastEventId } = options;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const socket = io(`${options.host.replace(/\/+$/, '')}/chat`, {
    auth: (give) => give({ token: options.token, last_event_id: lastEventId === null ? null : Number(lastEventId) }),
    forceNew: true,
    reconnectionDelay: 300,
    reconnectionDelayMax: 15_000,
  });
  const connectTimer = setTimeout(() => socket.connected || options.onStuck(), CONNECT_MS);
  const hurry = () => {
    if (!socket.connected && navigator.onLine && !document.hidden) socket.disconnect().connect();
  };
  // A connection that outlived the loss may be dead, or never report that it is alive.
  const restart = () => socket.disconnect().connect();
  const wakers = [
    [globalThis, 'pageshow'],
    [document, 'visibilitychange'],
  ] as const;
  addEventListener('online', restart);
  for (const [target, name] of wakers) target.addEventListener(name, hurry);

  /** If the server itself closes a connection, socket.io does not reconnect by itself. */
  function connectIn(ms: number): void {
    clearTimeout(waiting);
    waiting = setTimeout(() => socket.connect(), ms);
  }

  socket.on('connect', () => options.onState('online'));
  socket.on('disconnect', (reason) => {
    options.onState('reconnecting');
    if (reason === 'io server disconnect') connectIn(500);
  });
  socket.on('connect_error', (error) => {
    options.onState('reconnecting');
    const { code = '', message = '', details }: Refusal = (error as Error & { data?: Refusal }).data ?? {};
    const status = OVER[code];
    if (status !== undefined) options.onEnd(new RequestError(code, status, message));
    else if (!socket.active) connectIn((details?.retry_after ?? 5) * 1000);
  });
  socket.onAny((event: string, payload: { event_id?: number }) => {
    const { event_id: eventId, ...data } = payload;
    const id = eventId === undefined ? null : String(eventId);
    if (id !== null && !isAfter(id, lastEventId)) return;
    options.onEvent({ id, event, data });
    if (id !== null) lastEventId = id;
  });

  return {
    hurry,
    stop() {
      clearTimeout(connectTimer);
      clearTimeout(waiting);
      removeEventListener('online', restart);
      for (const [target, name] of wakers) target.removeEventListener(name, hurry);
      socket.offAny().off();
      socket.disconnect();
    },
  };
}
