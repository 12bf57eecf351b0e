import { waitForReturn } from '@portico/browser-kit/events/back-off';

const MAX_PAUSE_MS = 60_000;

/**
 * Starts something whose code is loaded first: `load` resolves to what starts it and returns what stops it. Code that
 * can't be loaded is loaded again when the visitor returns, at the latest after two seconds, then twice as long each
 * time, up to a minute. Returns a function that stops it, or keeps it from starting.
 */
export function startLater(load: () => Promise<() => () => void>, onFailure: () => void = () => {}): () => void {
  let isGone = false;
  let stop = (): void => {};
  const attempt = (failures: number): void =>
    void load().then(
      (start) => {
        if (!isGone) stop = start();
      },
      () => {
        if (isGone) return;
        stop = waitForReturn(Math.min(MAX_PAUSE_MS, 1000 * 2 ** failures), () => attempt(failures + 1));
        onFailure();
      },
    );
  attempt(1);
  return () => {
    isGone = true;
    stop();
  };
}
