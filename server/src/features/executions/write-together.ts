import { createBatcher } from '../../platform/batcher.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertClaimedExecutions, type NewStart } from './executions.claims.sql.ts';
import { writeProgress, type Progress, type Recorded } from './progress.sql.ts';
import { baseLength, lengthOfRun, maxBatchLength } from './runner/state/divide-batch.ts';
import type { ClaimedExecution, ProgressBatch } from './runner/state/records.ts';

/** Progress of an execution of a known workspace: workspaces take turns. */
type WorkspaceProgress = Progress & { readonly claimed: Pick<ClaimedExecution, 'workspace_id'> };

/** Writes of executions that share commits: writes that arrive during another one are sent together afterwards. */
export interface Writers {
  /** Records an execution's progress and sends it to its readers; undefined if its lease is lost. */
  readonly record: (progress: WorkspaceProgress) => Promise<Recorded>;
  /**
   * Inserts an execution and claims it in the same statement; undefined if that isn't possible
   * (`insertClaimedExecutions`).
   */
  readonly start: (start: NewStart) => Promise<ClaimedExecution | undefined>;
}

export function openWriters({ database: { sql, embedded }, events }: Platform): Writers {
  // Concurrent statements help only if each has its own connection.
  const shape = { maxConcurrent: embedded ? 1 : 3, maxItems: 50, isOutage };
  const record = async (all: readonly WorkspaceProgress[]): Promise<Recorded[]> => {
    const recorded = await writeProgress(sql, all);
    events.publish(recorded.flatMap((records) => records ?? []));
    return recorded;
  };
  return {
    record: createBatcher(record, {
      ...shape,
      maxSize: maxBatchLength,
      sizeOf: ({ batch }) => lengthOfBatch(batch),
      groupOf: ({ claimed }) => claimed.workspace_id,
    }),
    start: createBatcher(async (all: readonly NewStart[]) => {
      const claimed = new Map((await insertClaimedExecutions(sql, all)).map((one) => [one.id, one]));
      return all.map(({ id }) => claimed.get(id));
    }, shape),
  };
}

/** The approximate length of what a batch writes, in UTF-16 units. */
function lengthOfBatch({ runs, events, change }: ProgressBatch): number {
  let length = change.kind === 'end' ? (change.outputs?.length ?? 0) : 0;
  for (const run of runs) length += lengthOfRun(run);
  for (const { text } of events) length += baseLength + text.length;
  return length;
}
