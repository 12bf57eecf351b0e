import { clockToleranceMs } from '../../platform/follow-clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { findTimezone } from '../people/index.ts';
import { findNextRun } from './schedule.ts';
import { listPlannedSources, moveNextRun } from './sources.sql.ts';

/**
 * Brings the next runs of all sources forward after the machine's clock was set back: a run that started under the wrong
 * time has planned the next one by that time.
 */
export async function bringRunsForward({ database: { sql } }: Pick<Platform, 'database'>): Promise<void> {
  let after = '';
  for (;;) {
    const page = await listPlannedSources(sql, after);
    for (const source of page) {
      const next = findNextRun(source.refresh, await findTimezone(sql, source.workspace_id), new Date());
      if (next === null || Date.parse(source.next_run_at) - Date.parse(next) <= clockToleranceMs) continue;
      await moveNextRun(sql, source, next);
    }
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
