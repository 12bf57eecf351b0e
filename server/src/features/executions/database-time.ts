import type { ProgressBatch, RecordedRun } from './runner/state/records.ts';

/**
 * The batch with the ends of its waits by the database's clock, because processes on other machines read them, and a
 * decision is compared with it.
 */
export function toDatabaseTime(batch: ProgressBatch, aheadMs: number): ProgressBatch {
  return { ...batch, runs: batch.runs.map((run) => shift(run, aheadMs)) };
}

/** Recorded runs with the ends of their waits by this machine's clock. */
export function toMachineTime(runs: readonly RecordedRun[], aheadMs: number): RecordedRun[] {
  return runs.map((run) => shift(run, -aheadMs));
}

function shift<Run extends { wait_until: string | null }>(run: Run, byMs: number): Run {
  if (run.wait_until === null || byMs === 0) return run;
  return { ...run, wait_until: new Date(Date.parse(run.wait_until) + byMs).toISOString() };
}
