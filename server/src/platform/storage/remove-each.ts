import { StoreUnavailable } from '../errors.ts';
import type { Storage } from './storage.ts';

/**
 * Number of removals at the same time. S3's request for many objects can't be used: not all servers have it, and those
 * that do differ in the checksums that they require.
 */
const together = 8;

/** What is left of the keys, and the last fault. */
export interface Removal {
  readonly left: readonly string[];
  readonly fault: unknown;
}

/** Removes bytes, and continues after a fault, unless the storage is unavailable: each would take several attempts. */
export async function removeEach(storage: Pick<Storage, 'remove'>, keys: Iterable<string>): Promise<Removal> {
  const left = new Set(keys);
  const waiting = [...left].values();
  let fault: unknown;
  let isOver = false;
  const work = async (): Promise<void> => {
    for (const key of waiting) {
      if (isOver) return;
      try {
        await storage.remove(key);
        left.delete(key);
      } catch (error) {
        fault = error;
        isOver ||= error instanceof StoreUnavailable;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(together, left.size) }, work));
  return { left: [...left], fault };
}
