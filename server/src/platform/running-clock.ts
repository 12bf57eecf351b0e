const tickMs = 500;

/**
 * Times for limits of how long others may be silent. Those of the system's clocks also pass while this process is
 * stopped, as when its container is paused: what arrives meanwhile is not read before the process continues, and all
 * would be too late.
 */
export interface RunningClock {
  /** Milliseconds for which this process has run. */
  now(): number;
  /** Milliseconds for which it was stopped, for a moment in which it reads what has arrived meanwhile; otherwise 0. */
  justStopped(): number;
  close(): void;
}

export function startRunningClock(): RunningClock {
  let [ran, last, stopped] = [0, performance.now(), 0];
  const sinceTick = (): number => performance.now() - last;
  const stoppedNow = (): number => (sinceTick() > 2 * tickMs ? sinceTick() : 0);
  const now = (): number => ran + (stoppedNow() === 0 ? sinceTick() : tickMs);
  const timer = setInterval(() => {
    [ran, stopped] = [now(), stoppedNow()];
    last = performance.now();
  }, tickMs);
  timer.unref();
  return { now, justStopped: () => Math.max(stopped, stoppedNow()), close: () => clearInterval(timer) };
}
