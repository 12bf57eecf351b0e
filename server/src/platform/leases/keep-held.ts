import type { Platform } from '../platform.ts';
import { checksPerExtension } from './timings.ts';

/**
 * Does work outside of a LeasedWorker under a lease that one step of it may outlast, and renews the lease until it ends. A
 * renewal that fails is repeated by the next one: the work notices a lost lease by its own writes.
 */
export async function keepHeld<T>(
  { leases, stopping }: Pick<Platform, 'leases' | 'stopping'>,
  renew: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let renewal: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    if (stopping.aborted) clearInterval(timer);
    else renewal ??= renew().then(end, end);
  }, leases.checkMs * checksPerExtension);
  const end = (): void => {
    renewal = undefined;
  };
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // Otherwise it could hold again what is released after the work.
    await renewal;
  }
}
