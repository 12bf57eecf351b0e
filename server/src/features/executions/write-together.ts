import { createBatcher } from '../../platform/batcher.ts';
import { isOutage } from '../../platform/is-outage.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertClaimedExecutions, type NewStart } from './executions.claims.sql.ts';
import { writeProgress, type Progress, type Recorded } from './progress.sql.ts';
import type { ClaimedExecution } from './runner/state/records.ts';

interface Writers {
  readonly progress: (progress: Progress) => Promise<Recorded>;
  readonly starts: (start: NewStart) => Promise<ClaimedExecution | undefined>;
}

const writers = new WeakMap<Platform, Writers>();

/** Records an execution's progress and notifies its readers; undefined if its lease is lost. Shares its commit. */
export async function writeTogether(platform: Platform, progress: Progress): Promise<Recorded> {
  return writersOf(platform).progress(progress);
}

/** Records an execution and takes it at once; undefined if that can't be (`insertClaimedExecutions`). */
export async function startTogether(platform: Platform, start: NewStart): Promise<ClaimedExecution | undefined> {
  return writersOf(platform).starts(start);
}

function writersOf(platform: Platform): Writers {
  const known = writers.get(platform);
  if (known) return known;
  const { sql, embedded } = platform.database;
  // More than one statement at a time is of use only where each has a connection of its own.
  const shape = { maxConcurrent: embedded ? 1 : 3, maxItems: 50, isOutage };
  const made: Writers = {
    progress: createBatcher(async (all: readonly Progress[]) => {
      const recorded = await writeProgress(sql, all);
      platform.events.publish(recorded.flatMap((records) => records ?? []));
      return recorded;
    }, shape),
    starts: createBatcher(async (all: readonly NewStart[]) => {
      const claimed = new Map((await insertClaimedExecutions(sql, all)).map((one) => [one.id, one]));
      return all.map(({ id }) => claimed.get(id));
    }, shape),
  };
  writers.set(platform, made);
  return made;
}
