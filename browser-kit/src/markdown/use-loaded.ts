import { useEffect, useState } from 'preact/hooks';

/** A module that is loaded when it is first needed; null until then, and if it can't be loaded. */
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
  }, []);
  return found;
}
