import { useEffect, useState } from 'preact/hooks';

/** The function that takes the marks off a Markdown text, loaded when it is first needed; null until then. */
export function useFlatten(): ((source: string) => string) | null {
  const [found, setFound] = useState<{ flatten: (source: string) => string } | null>(null);
  useEffect(() => {
    let isGone = false;
    import('./flatten.ts').then(
      (module) => isGone || setFound(module),
      // Without the chunk the text stays as it was written.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return found?.flatten ?? null;
}
