const watchers = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `callback` once the signal fires, until the returned function is called. For a signal with thousands of
 * listeners, like the one of a stopping server: an event target scans all its listeners for each one added or removed.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  let callbacks = watchers.get(signal);
  if (callbacks === undefined) {
    const all = new Set<() => void>();
    signal.addEventListener('abort', () => {
      for (const one of all) one();
    });
    watchers.set(signal, all);
    callbacks = all;
  }
  const own = (): void => callback();
  callbacks.add(own);
  return () => {
    callbacks.delete(own);
  };
}
