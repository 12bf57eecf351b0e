import { effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { followEvents } from '@portico/browser-kit/events/follow-events';
import type { Following } from '@portico/browser-kit/events/follow-events';
import type { ThreadEvent } from '@portico/shared-types/events';
import type { ChatApi } from '../transport/api.ts';
import { RequestError } from '../transport/errors.ts';
import type { SocketLiveOptions } from '../transport/socket-live.ts';
import type { Transport } from '../types.ts';
import type { Session } from './session.ts';
import type { StoredSession } from './storage.ts';

export interface ConnectionOptions {
  api: ChatApi;
  /** Origin of the server. */
  host: string;
  transport: Transport;
  session: Session;
  /** The event after which the stream of this session continues; null for from now. */
  findLastEventId(session: StoredSession): string | null;
  onEvent(event: ThreadEvent, id: string | null): void;
  onOnline(): void;
  /** The visitor waits for a person or talks to one. */
  isPersons: ReadonlySignal<boolean>;
  /** Whether events matter now: the panel is open or something is in progress. */
  isWanted: ReadonlySignal<boolean>;
}

export interface Connection {
  readonly state: ReadonlySignal<'online' | 'reconnecting' | 'offline'>;
  /** Retries immediately if it is waiting to retry, because the server responds. */
  hurry(): void;
  stop(): void;
}

/** A tab that has been hidden this long closes its connection; browsers allow only six for each host. */
const HIDDEN_MS = 30_000;
/**
 * A person takes longer to reply, and a sound announces the message in another tab. After this time, messages are sent
 * by mail.
 */
const HIDDEN_WITH_PERSON_MS = 600_000;
/**
 * Maximum number of switches between the transports: if neither works, the server is down, and one of them waits for
 * its return.
 */
const MAX_SWITCHES = 2;

/** Keeps one event stream open exactly while there is a session and someone to see it. */
export function createConnection(options: ConnectionOptions): Connection {
  const { api, session, transport } = options;
  const state = signal<'online' | 'reconnecting' | 'offline'>('online');
  const isSeen = signal(!document.hidden);
  const isOverSockets = signal(transport === 'socket.io');
  let switches = 0;
  let live: Following | null = null;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  function readVisibility(): void {
    clearTimeout(hiding);
    if (document.hidden)
      hiding = setTimeout(() => (isSeen.value = false), options.isPersons.peek() ? HIDDEN_WITH_PERSON_MS : HIDDEN_MS);
    else isSeen.value = true;
  }

  function readNetwork(): void {
    state.value = navigator.onLine ? (state.peek() === 'offline' ? 'reconnecting' : state.peek()) : 'offline';
    switches = 0;
    if (navigator.onLine) options.onOnline();
    if (navigator.onLine && !live) state.value = 'online';
  }

  /** One transport fails: the other continues from the same event. */
  function switchWay(): void {
    if (transport !== 'auto' || !navigator.onLine || switches >= MAX_SWITCHES) return;
    switches += 1;
    isOverSockets.value = !isOverSockets.peek();
  }

  document.addEventListener('visibilitychange', readVisibility);
  addEventListener('online', readNetwork);
  addEventListener('offline', readNetwork);

  const endEffect = effect(() => {
    const current = session.current.value;
    if (!current || !isSeen.value || !options.isWanted.value) return undefined;
    const common = {
      lastEventId: options.findLastEventId(current),
      onState(next: 'online' | 'reconnecting') {
        state.value = navigator.onLine ? next : 'offline';
        if (next === 'online') options.onOnline();
      },
      onEnd: () => session.expire(current),
      onStuck: switchWay,
    };
    const own = isOverSockets.value
      ? startSockets({
          ...common,
          host: options.host,
          token: current.token,
          onEvent: ({ id, event, data }) => options.onEvent(toThreadEvent(event, data), id),
        })
      : followEvents({
          ...common,
          judge: judgeFailure,
          open: (lastEventId, signal) => api.openEvents(current, lastEventId, signal),
          onEvent: ({ id, event, data }) => options.onEvent(toThreadEvent(event, JSON.parse(data)), id),
        });
    live = own;
    return () => {
      own.stop();
      live = null;
      state.value = navigator.onLine ? 'online' : 'offline';
    };
  });

  return {
    state,
    hurry: () => live?.hurry(),
    stop() {
      endEffect();
      clearTimeout(hiding);
      document.removeEventListener('visibilitychange', readVisibility);
      removeEventListener('online', readNetwork);
      removeEventListener('offline', readNetwork);
    },
  };
}

/** Milliseconds until a stream is requested again from an interface that is paused. */
const PAUSED_MS = 30_000;

/**
 * An unknown or expired session ends the stream; a limit determines the next attempt. A paused interface keeps its
 * conversations.
 */
function judgeFailure(error: unknown): 'over' | number | null {
  if (!(error instanceof RequestError)) return null;
  if ([401, 403].includes(error.status)) return 'over';
  if (error.status === 404) return PAUSED_MS;
  return error.retryAfter && error.retryAfter * 1000;
}

/** The server sends the events of shared-types; the reducer ignores names that are added later. */
function toThreadEvent(event: string, data: unknown): ThreadEvent {
  return { event, data } as ThreadEvent;
}

/** socket.io is loaded on demand; if even that fails, it could not help. */
function startSockets(options: SocketLiveOptions): Following {
  let live: Following | undefined;
  let isStopped = false;
  import('../transport/socket-live.ts').then(({ startSocketLive }) => {
    if (!isStopped) live = startSocketLive(options);
  }, options.onStuck);
  return {
    hurry: () => live?.hurry(),
    stop() {
      isStopped = true;
      live?.stop();
    },
  };
}
