import { StoreUnavailable } from '../errors.ts';
import type { Platform } from '../platform.ts';

/**
 * Removes bytes that no row names any more. What named them is gone for good, so a failure changes nothing for the
 * caller: it is logged with the keys, which the operator can remove from the storage.
 */
export async function removeUnused(
  { storage, log }: { readonly storage: Pick<Platform['storage'], 'remove'>; readonly log: Platform['log'] },
  keys: readonly (string | null)[],
): Promise<void> {
  const left = new Set(keys.filter((key) => key !== null));
  let fault: unknown;
  for (const key of left) {
    try {
      await storage.remove(key);
      left.delete(key);
    } catch (error) {
      fault = error;
      // The others would fail, too, each after several attempts.
      if (error instanceof StoreUnavailable) break;
    }
  }
  if (left.size === 0) return;
  log.error({ err: fault, storage_keys: [...left] }, 'bytes of which no row knows were not removed');
}
