import { useLoaded } from './use-loaded.ts';

const load = async () => import('./flatten.ts');

/**
 * The function that removes the marks of a Markdown text. Null until it is loaded, and the text is shown as written.
 */
export function useFlatten(): ((source: string, isWrapped?: boolean) => string) | null {
  return useLoaded(load)?.flatten ?? null;
}
