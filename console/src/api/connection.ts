import { onReturn, waitAfter } from '@portico/browser-kit/events/back-off';

/** Whether the server can be reached, as the requests of the page have found it. */
export interface Connection {
  /** True if a request would most likely fail, so that it isn't worth sending. */
  isAway(): boolean;
  /** The result of a request. */
  report(isReached: boolean): void;
  /** Calls `listener` when the server has been away and is reached again, and at `restore`. Returns what stops it. */
  onRestored(listener: () => void): () => void;
  /** Calls the listeners of `onRestored`. */
  restore(): void;
  /** Ends what is done while the server is away; later results are ignored. */
  stop(): void;
}

/** The requests of a person's click are sent even then, in milliseconds after it. */
const clickMs = 1_000;

/**
 * While the server is away, only `probe` asks for it, with the same pauses as a stream of events, and at once when the
 * browser is online or visible again or the person clicks. Without it, each poll and each retry of a screen would ask
 * for itself.
 */
export function createConnection(probe: (signal: AbortSignal) => Promise<boolean>): Connection {
  const listeners = new Set<() => void>();
  let away: AbortController | null = null;
  let isStopped = false;
  let clickedAt = -Infinity;

  function restore(): void {
    for (const listener of listeners) listener();
  }

  function report(isReached: boolean): void {
    if (isReached && away !== null) {
      away.abort();
      away = null;
      restore();
    } else if (!isReached && away === null && !isStopped) {
      away = new AbortController();
      void lookForServer(away.signal);
    }
  }

  async function lookForServer(signal: AbortSignal): Promise<void> {
    let wake: () => void = () => {};
    const stopListening = onReturn(() => wake());
    const onClick = () => {
      clickedAt = Date.now();
      wake();
    };
    addEventListener('click', onClick, { capture: true, signal });
    signal.addEventListener('abort', () => {
      stopListening();
      wake();
    });
    for (let failures = 1; !signal.aborted; failures += 1) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitAfter(failures));
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (!signal.aborted && (await probe(signal))) report(true);
    }
  }

  return {
    isAway: () => away !== null && Date.now() - clickedAt > clickMs,
    report,
    onRestored(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    restore,
    stop() {
      isStopped = true;
      away?.abort();
      away = null;
      listeners.clear();
    },
  };
}
