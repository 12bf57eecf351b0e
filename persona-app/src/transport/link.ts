import { readHashParameter } from '@portico/browser-kit/hash-parameter';

/** The task that the page's address names. */
export function readTaskId(path: string): string {
  return decodeURIComponent(/^\/personas\/instances\/([^/]+)/.exec(path)?.[1] ?? '');
}

/**
 * The token of the link. It is in the fragment, which is not part of requests, and is stored for this tab, so that a
 * reload doesn't lose it. Null if there is none.
 */
export function readToken(taskId: string): string | null {
  const name = `portico-run-${taskId}`;
  const given = readHashParameter('token');
  try {
    if (given !== null) sessionStorage.setItem(name, given);
    return given ?? sessionStorage.getItem(name);
  } catch {
    // Storage is blocked: the link itself still works.
    return given;
  }
}
