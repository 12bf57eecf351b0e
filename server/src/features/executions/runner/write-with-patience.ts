import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 8_000;

/**
 * Repeats a write while the database is away, for less than a lease lasts: a restart of Postgres in the middle of a
 * run then loses no result. The write must be one that may be repeated.
 */
export async function writeWithPatience<T>(write: () => Promise<T>): Promise<T> {
  const end = Date.now() + patienceMs;
  for (let wait = 50; ; wait = Math.min(1_000, wait * 2)) {
    try {
      return await write();
    } catch (error) {
      if (!isOutage(error) || Date.now() + wait > end) throw error;
      await sleep(wait);
    }
  }
}

/**
 * Errors of the connection rather than of the statement: Postgres classes 57P and 08, and what sockets say; and 40, of
 * a transaction that has to be repeated.
 */
export function isOutage(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || typeof error.code !== 'string') return false;
  return /^(57P|08|40|CONNECTION_|CONNECT_|ECONN|EPIPE|ENOENT|ETIMEDOUT)/.test(error.code);
}
