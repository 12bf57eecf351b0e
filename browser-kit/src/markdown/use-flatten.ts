import { useLoaded } from './use-loaded.ts';

const load = async () => import('./flatten.ts');

/** The function that removes the marks of a Markdown text; null, and the text stays as written, until it is loaded. */
export function useFlatten(): ((source: string) => string) | null {
  return useLoaded(load)?.flatten ?? null;
}
