import type { Platform } from '../../platform/platform.ts';
import { deliveriesChannel } from './announce.sql.ts';
import { attemptDelivery, giveUpDays } from './attempt-delivery.ts';
import { claimDeliveries, failStranded, releaseDeliveries } from './claims.sql.ts';
import { DeliveryWorker } from './delivery-worker.ts';
import { settleDeliveries } from './settle.sql.ts';
import { SettlementWriter } from './settlement-writer.ts';

/** Milliseconds that attempts get to end by themselves when the process is told to stop. */
const patienceMs = 3000;

/** Starts delivering in this process; answers a function that stops it. */
export function startDeliveries(platform: Platform): () => Promise<void> {
  const { database, log } = platform;
  // The embedded database belongs to this process, so whatever was taken before it started was taken by a dead one.
  const ready = database.embedded ? releaseDeliveries(database.sql) : Promise.resolve();
  const writer = new SettlementWriter(async (entries) => settleDeliveries(database.sql, entries, giveUpDays));
  const worker = new DeliveryWorker({
    log,
    claim: async (room) => {
      await ready;
      return claimDeliveries(database.sql, room);
    },
    attempt: async (delivery, signal) =>
      attemptDelivery(platform, delivery, async (entry) => writer.settle(entry), signal),
  });
  // A commit with a new delivery wakes the workers of every process; what they don't hear, their regular look finds.
  database
    .listen(deliveriesChannel, () => worker.wake())
    .catch((error: unknown) => log.warn({ err: error }, 'webhook deliveries are only found by looking'));
  return async () => worker.stop(patienceMs);
}

/** Ends what waits for webhooks that are disabled. */
export async function sweepDeliveries(platform: Platform): Promise<void> {
  await failStranded(platform.database.sql);
}
