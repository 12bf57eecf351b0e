import { createBatcher } from '../../platform/batcher.ts';
import { shareOf } from '../../platform/fair-queue.ts';
import { isOutage } from '../../platform/is-outage.ts';
import { LeasedWorker } from '../../platform/leases/leased-worker.ts';
import { writeTimeoutMs } from '../../platform/leases/timings.ts';
import type { Platform } from '../../platform/platform.ts';
import { retryOutages } from '../../platform/retry-outages.ts';
import { deliveriesChannel } from './announce.sql.ts';
import { attemptDelivery, giveUpAfter } from './attempt-delivery.ts';
import {
  claimDeliveries,
  type ClaimedDelivery,
  failDelivery,
  failStranded,
  releaseAllDeliveries,
  releaseDelivery,
} from './deliveries.claims.sql.ts';
import { type Settled, settleDeliveries, type Settling } from './settle.sql.ts';

/**
 * Concurrent attempts of one process, which mostly wait for their receivers; a hanging webhook only blocks its share,
 * and a workspace with many only most of the slots.
 */
const slots = { slots: 1000, share: 20 };

/** Starts delivering in this process; returns the function that stops it. */
export function startDeliveries(platform: Platform): () => Promise<void> {
  const { database, log } = platform;
  const { sql, embedded } = database;
  const settle = createWriter(platform);
  const worker = new LeasedWorker<ClaimedDelivery>(
    {
      name: 'delivery',
      log,
      ...slots,
      // A webhook that failed has one attempt at a time, so the end of one makes the next one due.
      looksAfterEach: true,
      groupOf: (delivery) => delivery.webhook_id,
      claim: async (capacity) => claimDeliveries(sql, capacity, shareOf(slots.slots)),
      // An attempt ends long before its lease, so no lease has to be renewed.
      renew: async (leases) => leases,
      release: async (delivery, { afterMs }) => releaseDelivery(sql, delivery, afterMs),
      releaseAll: async () => releaseAllDeliveries(sql),
      run: async (delivery, { signal }) => {
        const { retryInMs } = await attemptDelivery(platform, delivery, settle, signal);
        return retryInMs === null ? undefined : Date.now() + retryInMs;
      },
      fail: async (delivery) => failDelivery(sql, delivery, 'The attempt could not be recorded.'),
    },
    platform.leases,
  );
  worker.start({ isAlone: embedded });
  // A commit with a new delivery wakes the workers of every process; regular polling finds deliveries whose
  // notification was lost.
  database
    .listen(deliveriesChannel, () => worker.wake())
    .catch((error: unknown) =>
      log.warn({ err: error }, 'notifications of webhook deliveries failed; they are found by polling'),
    );
  return async () => worker.stop();
}

/**
 * Records attempts in as few statements as possible: those that end during a write are written together afterwards. A
 * repeated write finds that its fence has been passed and records nothing twice.
 */
function createWriter({ database }: Platform): (entry: Settling) => Promise<Settled> {
  const write = async (entries: readonly Settling[]): Promise<Settled[]> => {
    const settled = await retryOutages(async () => settleDeliveries(database.sql, entries, giveUpAfter), {
      timeoutMs: writeTimeoutMs,
    });
    return entries.map(({ delivery }) => settled.find(({ id }) => id === delivery.id));
  };
  return createBatcher(write, { maxConcurrent: 1, maxItems: slots.slots, isOutage });
}

/** Ends pending deliveries of disabled webhooks. */
export async function sweepDeliveries(platform: Platform): Promise<void> {
  await failStranded(platform.database.sql);
}
