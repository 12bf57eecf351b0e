import type { RunScreen as RunScreenPage } from './run-screen.tsx';

type RunScreen = typeof RunScreenPage;

let loaded: RunScreen | null = null;

/** The page of a run if its code is loaded. */
export function loadedRunScreen(): RunScreen | null {
  return loaded;
}

/**
 * Loads the page of a run, which the first view of a form doesn't need. Rejects if it can't be loaded; call it again to
 * retry.
 */
export async function loadRunScreen(): Promise<RunScreen> {
  loaded ??= (await import('./run-screen.tsx')).RunScreen;
  return loaded;
}
