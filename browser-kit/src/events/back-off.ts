const maxWaitMs = 15_000;

/** Calls `listener` when the browser is online, visible or awake again. Returns the function that stops it. */
export function onReturn(listener: () => void): () => void {
  const targets = [
    [globalThis, 'online'],
    [globalThis, 'pageshow'],
    [document, 'visibilitychange'],
    [document, 'resume'],
  ] as const;
  const onEvent = ({ type }: Event) => {
    if (type !== 'visibilitychange' || !document.hidden) listener();
  };
  for (const [target, name] of targets) target.addEventListener(name, onEvent);
  return () => {
    for (const [target, name] of targets) target.removeEventListener(name, onEvent);
  };
}

/**
 * Calls `action` once, after `ms` or as soon as the browser is online, visible or awake again. Returns the function that
 * stops it.
 */
export function waitForReturn(ms: number, action: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    stopListening();
  };
  const run = () => {
    stop();
    action();
  };
  const timer = setTimeout(run, ms);
  const stopListening = onReturn(run);
  return stop;
}

/** Milliseconds until the next attempt. Doubles from 300 ms to 15 s with a jitter, so that a restarted server isn't met by everyone at once. */
export function waitAfter(failures: number): number {
  return Math.min(maxWaitMs, 300 * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
}
