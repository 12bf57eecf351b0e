import { waitForReturn } from '@portico/browser-kit/events/back-off';

const MAX_PAUSE_MS = 60_000;
/** The first pause for what the page waits for. */
export const SHORT_PAUSE_MS = 2_000;

/**
 * Starts something whose code is loaded first: `load` resolves to what starts it and returns what stops it. Code that
 * can't be loaded is loaded again when the visitor returns, at the latest after `pauseMs`, then twice as long each time,
 * up to a minute. Returns a function that stops it, or keeps it from starting.
 */
export function startLater(
  load: () => Promise<() => () => void>,
  onFailure: () => void = () => {},
  pauseMs = MAX_PAUSE_MS,
): () => void {
  let isGone = false;
  let stop = (): void => {};
  const attempt = (pause: number): void =>
    void load().then(
      (start) => {
        if (isGone) return;
        stop = start();
        // A listener of the page may have stopped it while it started.
        if (isGone) stop();
      },
      () => {
        if (isGone) return;
        stop = waitForReturn(Math.min(MAX_PAUSE_MS, pause), () => attempt(2 * pause));
        onFailure();
      },
    );
  attempt(pauseMs);
  return () => {
    isGone = true;
    stop();
  };
}
