import { useEffect, useState } from 'preact/hooks';

/** The module that `load`, the same function at each call, imports; null until it is there, and if it can't be loaded. */
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
