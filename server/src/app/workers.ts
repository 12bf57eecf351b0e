import type { Sweep } from '../platform/feature.ts';
import type { Platform } from '../platform/platform.ts';
import { tidyTables } from '../platform/tidy-tables.ts';
import type { App } from './compose.ts';

/** Starts the worker role: every feature's jobs, and its sweeps. Returns a function that stops the sweeps. */
export async function startWorkers({ platform, features }: App): Promise<() => Promise<void>> {
  await platform.queue.work(features.flatMap(({ jobs }) => jobs ?? []));
  const stops = features.flatMap(({ start }) => (start === undefined ? [] : [start()]));
  const running = new Set<Promise<void>>();
  const timers = [...features.flatMap(({ sweeps }) => sweeps ?? []), ...listUpkeep(platform)].map(
    ({ name, everyMs, run }) => {
      let busy = false;
      const tick = (): void => {
        if (busy || platform.stopping.aborted) return;
        busy = true;
        const turn = run()
          .catch((error: unknown) => platform.log.error({ err: error, sweep: name }, 'sweep failed'))
          .finally(() => {
            busy = false;
            running.delete(turn);
          });
        running.add(turn);
      };
      tick();
      return setInterval(tick, everyMs);
    },
  );
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all([...running, ...stops.map(async (stop) => stop())]);
  };
}

/** Maintenance that a Postgres server does by itself, and the embedded one does not. */
function listUpkeep({ database }: Platform): Sweep[] {
  if (!database.embedded) return [];
  return [{ name: 'tidy tables', everyMs: 60_000, run: async () => tidyTables(database.sql) }];
}
