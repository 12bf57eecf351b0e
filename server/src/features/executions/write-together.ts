import { createBatcher } from '../../platform/batcher.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertClaimedExecutions, type NewStart } from './executions.claims.sql.ts';
import { writeProgress, type Progress, type Recorded } from './progress.sql.ts';
import type { ClaimedExecution } from './runner/state/records.ts';

/** Writes of executions that share commits: writes that arrive during another one are sent together afterwards. */
export interface Writers {
  /** Records an execution's progress and sends it to its readers; undefined if its lease is lost. */
  readonly record: (progress: Progress) => Promise<Recorded>;
  /**
   * Inserts an execution and claims it in the same statement; undefined if that isn't possible
   * (`insertClaimedExecutions`).
   */
  readonly start: (start: NewStart) => Promise<ClaimedExecution | undefined>;
}

export function openWriters({ database: { sql, embedded }, events }: Platform): Writers {
  // Concurrent statements help only if each has its own connection.
  const shape = { maxConcurrent: embedded ? 1 : 3, maxItems: 50, isOutage };
  return {
    record: createBatcher(async (all: readonly Progress[]) => {
      const recorded = await writeProgress(sql, all);
      events.publish(recorded.flatMap((records) => records ?? []));
      return recorded;
    }, shape),
    start: createBatcher(async (all: readonly NewStart[]) => {
      const claimed = new Map((await insertClaimedExecutions(sql, all)).map((one) => [one.id, one]));
      return all.map(({ id }) => claimed.get(id));
    }, shape),
  };
}
