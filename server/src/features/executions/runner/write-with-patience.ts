import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../../../platform/is-outage.ts';

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
