import { effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { ThreadEvent } from '@portico/shared-types/events';
import type { ChatApi } from '../transport/api.ts';
import { startLive } from '../transport/live.ts';
import type { Live } from '../transport/live.ts';
import type { Session } from './session.ts';
import type { StoredSession } from './storage.ts';

export interface ConnectionOptions {
  api: ChatApi;
  session: Session;
  /** Where the stream of this session goes on; null for from now. */
  findLastEventId(session: StoredSession): string | null;
  onEvent(event: ThreadEvent, id: string | null): void;
  onOnline(): void;
  /** Whether events matter now: the panel is open or something is under way. */
  isWanted: ReadonlySignal<boolean>;
}

export interface Connection {
  readonly state: ReadonlySignal<'online' | 'reconnecting' | 'offline'>;
  stop(): void;
}

/** A tab that has been out of sight this long gives its connection back; browsers allow a host only six. */
const HIDDEN_MS = 30_000;

/** Holds one event stream exactly while there is a session and someone to see it. */
export function createConnection(options: ConnectionOptions): Connection {
  const { api, session } = options;
  const state = signal<'online' | 'reconnecting' | 'offline'>('online');
  const isSeen = signal(!document.hidden);
  let live: Live | null = null;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  function readVisibility(): void {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(() => (isSeen.value = false), HIDDEN_MS);
    else isSeen.value = true;
  }

  function readNetwork(): void {
    state.value = navigator.onLine ? (state.peek() === 'offline' ? 'reconnecting' : state.peek()) : 'offline';
    if (navigator.onLine) options.onOnline();
    if (navigator.onLine && !live) state.value = 'online';
  }

  document.addEventListener('visibilitychange', readVisibility);
  addEventListener('online', readNetwork);
  addEventListener('offline', readNetwork);

  const endEffect = effect(() => {
    const current = session.current.value;
    if (!current || !isSeen.value || !options.isWanted.value) return undefined;
    const own = startLive({
      open: (lastEventId, signal) => api.openEvents(current, lastEventId, signal),
      lastEventId: options.findLastEventId(current),
      onEvent: ({ id, event, data }) => options.onEvent(parseEvent(event, data), id),
      onState(next) {
        state.value = navigator.onLine ? next : 'offline';
        if (next === 'online') options.onOnline();
      },
      onEnd: () => session.expire(current),
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
    stop() {
      endEffect();
      clearTimeout(hiding);
      document.removeEventListener('visibilitychange', readVisibility);
      removeEventListener('online', readNetwork);
      removeEventListener('offline', readNetwork);
    },
  };
}

/** The server speaks the vocabulary of shared-types; a name it adds later falls through the reducer. */
function parseEvent(event: string, data: string): ThreadEvent {
  return { event, data: JSON.parse(data) } as ThreadEvent;
}
