import { setTimeout as sleep } from 'node:timers/promises';
import type { Extent, Figures } from './campaign.ts';
import { checkRun } from './check-run.ts';
import { openBusyFleet } from './companions.ts';
import { createRandom } from './random.ts';
import { saveMixedWorkflows, waitForEnds } from './runs.ts';
import { type StoreProxy, startStoreProxy } from './store-proxy.ts';

export type Store = 'postgres' | 'redis';
export type Disturbance = 'cut' | 'frozen';

/** The stores whose connections can be disturbed; the embedded default has no connections. */
export function possibleDisturbances(): (readonly [Store, Disturbance])[] {
  const stores: Store[] = [];
  if (process.env['TEST_DATABASE_URL'] !== undefined) stores.push('postgres');
  if (process.env['TEST_REDIS_URL'] !== undefined) stores.push('redis');
  return stores.flatMap((store) => [[store, 'cut'] as const, [store, 'frozen'] as const]);
}

/** Milliseconds for which the network hangs: well within a lease, because `stop-past-lease` tests longer ones. */
const frozenMs = 6_000;

/**
 * Cuts or freezes all connections to a store during `runs` executions, and during replies, submissions, deliveries and
 * persona tasks: all of them complete as if nothing had happened.
 */
export async function disturbStores(
  store: Store,
  disturbance: Disturbance,
  { seed, faults, runs, say }: Extent,
): Promise<Figures> {
  const random = createRandom(seed);
  let proxy: StoreProxy | undefined;
  const fleet = await openBusyFleet(async ({ DATABASE_URL, REDIS_URL }) => {
    const url = store === 'postgres' ? DATABASE_URL : REDIS_URL;
    if (url === undefined) throw new Error(`there is no ${store} to disturb`);
    proxy = await startStoreProxy(url);
    return store === 'postgres' ? { DATABASE_URL: proxy.url } : { REDIS_URL: proxy.url };
  });
  try {
    const startRuns = await saveMixedWorkflows(fleet);
    for (let fault = 0; fault < faults; fault += 1) {
      const all = await startRuns(runs);
      await fleet.companions.begin(Math.ceil(runs / 8));
      await sleep(random() * 300);
      if (disturbance === 'cut') proxy?.cut();
      else await proxy?.freeze(frozenMs);
      await waitForEnds(
        fleet,
        all.map(({ id }) => id),
      );
      for (const one of all) await checkRun(fleet.web(), fleet.neighbour, one);
      await fleet.companions.check();
      say(`${store} ${disturbance} ${fault + 1}: ${all.length} executions and what ran beside them completed`);
    }
    return { faults, executions: faults * runs, ...fleet.companions.figures(), lost: 0, stuck: 0 };
  } finally {
    await fleet.close();
    await proxy?.close();
  }
}
