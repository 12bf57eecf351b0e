import { useEffect, useState } from 'preact/hooks';

/**
 * The module that `load` imports; null until it is loaded, and if loading fails. `load` must be the same function in
 * each call.
 */
export function useLoaded<Module extends object>(load: () => Promise<Module>): Module | null {
  const [found, setFound] = useState<Module | null>(null);
  useEffect(() => {
    let isGone = false;
    load().then(
      (module) => isGone || setFound(module),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [load]);
  return found;
}
