import { nest, type Transaction } from './database.ts';
import type { Platform } from './platform.ts';
import type { Storage } from './storage/index.ts';

interface Joining {
  /** Takes the work that must not happen in the transaction, to be done after its commit. */
  readonly later: (work: () => Promise<void>) => void;
  readonly storage: Storage;
}

/**
 * The platform inside of one transaction: features that are created from it read and write only there, so that what
 * many of them do commits together or not at all. Nothing of it may be used after the transaction has ended.
 */
export function joinTransaction(platform: Platform, tx: Transaction, { later, storage }: Joining): Platform {
  const { database, queue, models } = platform;
  return {
    ...platform,
    storage,
    database: {
      ...database,
      sql: tx,
      transaction: async (work) => nest(tx, work),
      snapshot: async (work) => nest(tx, work),
    },
    queue: {
      ...queue,
      hint: async (...hint) => later(async () => queue.hint(...hint)),
      schedule: async (...schedule) => later(async () => queue.schedule(...schedule)),
    },
    // Asking the model server is not worth a transaction that waits for it.
    models: { ...models, warnOfUnknown: async () => undefined },
  };
}
