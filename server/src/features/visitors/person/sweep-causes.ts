import { setTimeout as wait } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import { type CausePlace, forgetUnusedCauses, listCausesAfter } from './deleted-causes.sql.ts';

const together = 50;
const pauseMs = 50;

/**
 * Deletes what was kept of deleted submissions and threads whose executions and deliveries have been deleted, too, in
 * small statements with pauses in which others write.
 */
export async function sweepCauses({ database: { sql }, stopping }: Platform): Promise<void> {
  let last: CausePlace | undefined;
  do {
    const causes: CausePlace[] = await listCausesAfter(sql, last, together);
    await forgetUnusedCauses(sql, causes);
    last = causes[together - 1];
    if (last !== undefined) await wait(pauseMs);
  } while (last !== undefined && !stopping.aborted);
}
