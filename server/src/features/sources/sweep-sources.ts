import type { Platform } from '../../platform/platform.ts';
import { sweepDue } from '../../platform/sweep-rows.ts';
import { forgetHosts } from './pacing/hosts.sql.ts';
import { startRun } from './runs/runs.service.ts';
import { type DueSource, findDueSources, isDue, lockSource } from './sources.sql.ts';

const together = 50;
const forgetAfterMs = 86_400_000;

/** Starts the runs of due sources. Several processes may do so at once: a source has one run at a time. */
export async function sweepSources(platform: Platform): Promise<void> {
  const { database } = platform;
  const start = async (source: DueSource): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await lockSource(tx, source.workspace_id, source.id))) return;
      if (await isDue(tx, source.id)) await startRun(platform, tx, source);
    });
  const find = async (seen: readonly string[]): Promise<DueSource[]> => findDueSources(database.sql, together, seen);
  await sweepDue(platform, find, start, 'a source that is due could not start');
}

/** Deletes hosts that have not been requested for a day. */
export async function sweepHosts(platform: Platform): Promise<void> {
  await forgetHosts(platform.database.sql, Date.now() - forgetAfterMs);
}
