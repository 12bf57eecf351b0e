import type { Database } from '../src/platform/database.ts';

/**
 * Passes each query outside of a transaction to `handle`, with its text and the function that runs it, until the returned
 * function is called.
 */
export function interceptQueries(
  database: Database,
  handle: (text: string, run: () => unknown) => unknown,
): () => void {
  const { sql } = database;
  const intercepted = new Proxy(sql, {
    apply: (target, self, words: unknown[]) =>
      handle(String(words[0]), () => Reflect.apply(target, self, words) as unknown),
  });
  Object.assign(database, { sql: intercepted });
  return () => void Object.assign(database, { sql });
}

/** The error of a query whose connection Postgres has ended. */
export function createOutage(): Error {
  return Object.assign(new Error('The server is shutting down.'), { code: '57P01' });
}
