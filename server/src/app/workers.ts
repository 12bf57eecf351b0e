import type { Sweep } from '../platform/feature.ts';
import type { Platform } from '../platform/platform.ts';
import { removeLeftFiles } from '../platform/storage/index.ts';
import { tidyTables } from '../platform/tidy-tables.ts';
import type { App } from './compose.ts';

interface Workers {
  /** Runs every feature's sweeps, at once and then regularly: they find what was left to do before this start. */
  startSweeps(): void;
  /** Stops the workers, and starts no more sweeps. */
  stop(): Promise<void>;
  /** Waits for the sweeps in progress. They end early once `platform.stopping` is aborted. */
  endSweeps(): Promise<void>;
}

/**
 * Starts the worker role: every feature's jobs and workers. The sweeps are started separately, so that the server can
 * serve before their queries.
 */
export async function startWorkers({ platform, features }: App): Promise<Workers> {
  await platform.queue.work(features.flatMap(({ jobs }) => jobs ?? []));
  const stops = features.flatMap(({ start }) => (start === undefined ? [] : [start()]));
  const running = new Set<Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  const startSweep = ({ name, everyMs, run }: Sweep): void => {
    let busy = false;
    const tick = (): void => {
      if (busy || platform.stopping.aborted) return;
      busy = true;
      const turn = run()
        .catch((error: unknown) => {
          if (!platform.stopping.aborted) platform.log.error({ err: error, sweep: name }, 'sweep failed');
        })
        .finally(() => {
          busy = false;
          running.delete(turn);
        });
      running.add(turn);
    };
    tick();
    timers.push(setInterval(tick, everyMs));
  };
  return {
    startSweeps() {
      for (const sweep of [...features.flatMap(({ sweeps }) => sweeps ?? []), ...listUpkeep(platform)]) {
        startSweep(sweep);
      }
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(stops.map(async (stop) => stop()));
    },
    async endSweeps() {
      await Promise.all(running);
    },
  };
}

/** Maintenance that belongs to no feature. */
function listUpkeep(platform: Platform): Sweep[] {
  const { database } = platform;
  const files = { name: 'remove unused files', everyMs: 60_000, run: async () => removeLeftFiles(platform) };
  if (!database.embedded) return [files];
  // A Postgres server does this by itself.
  return [files, { name: 'tidy tables', everyMs: 60_000, run: async () => tidyTables(database.sql) }];
}
