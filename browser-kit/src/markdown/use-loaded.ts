import { useEffect, useState } from 'preact/hooks';
import { onReturn } from '../events/back-off.ts';

/**
 * The module that `load` imports; null until it is loaded. If that fails, it is tried again when the visitor returns.
 * `load` must be the same function in each call.
 */
export function useLoaded<Module extends object>(load: () => Promise<Module>): Module | null {
  const [found, setFound] = useState<Module | null>(null);
  useEffect(() => {
    let isGone = false;
    let stopListening = (): void => {};
    const attempt = (): void => {
      stopListening();
      load().then(
        (module) => isGone || setFound(module),
        () => {
          if (!isGone) stopListening = onReturn(attempt);
        },
      );
    };
    attempt();
    return () => {
      isGone = true;
      stopListening();
    };
  }, [load]);
  return found;
}
