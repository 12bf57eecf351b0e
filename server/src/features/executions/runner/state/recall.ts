import type { RecordedRun } from './records.ts';

/** What is recorded of one node: how it ended, or how far it came. */
interface Recalled {
  /** Its last result, where the node needs no further run. */
  settled: RecordedRun | null;
  /** The attempt that had begun and not ended: a wait, or one that was cut. */
  open: RecordedRun | null;
  /** Milliseconds since the epoch before which the next attempt must not start. */
  retryAt: number | null;
  /** The number of the attempt to make next: one that was cut is made again under its own number. */
  nextAttempt: number;
  /** Failed attempts so far that count against its retries. */
  failures: number;
  /** The version of the workflow it calls, fixed by its first attempt. */
  calledVersion: number | null;
}

/** The recorded runs of an execution, by the path of their node. */
export class Recall {
  readonly #byPath = new Map<string, RecordedRun[]>();

  /** `runs` in the order in which they were first recorded. */
  constructor(runs: readonly RecordedRun[]) {
    for (const run of runs) {
      if (run.attempt > 1) this.forgetFailures(run.path);
      this.note(run);
    }
  }

  get(path: string): Recalled | undefined {
    const runs = this.#byPath.get(path);
    const last = runs?.at(-1);
    if (!runs || !last) return undefined;
    const open = last.status === 'running' || last.status === 'waiting' ? last : null;
    return {
      settled: runs.find((run) => run.status === 'completed') ?? (isFinal(last) ? last : null),
      open,
      retryAt: last.status === 'failed' && last.wait_until !== null ? Date.parse(last.wait_until) : null,
      nextAttempt: open?.attempt ?? last.attempt + 1,
      failures: countFailures(runs),
      calledVersion: last.called_version,
    };
  }

  /**
   * Forgets the failures below a node that is tried again: its loop or called workflow then continues from what had
   * completed. The numbers of their attempts continue counting, so that no record is overwritten.
   */
  forgetFailures(path: string): void {
    for (const [key, runs] of this.#byPath) {
      if (!key.startsWith(`${path}[`) && !key.startsWith(`${path}.`)) continue;
      const last = runs.at(-1);
      if (last && last.status !== 'completed') this.#byPath.set(key, [...runs, { ...last, status: 'cancelled' }]);
    }
  }

  /** Notes what this run itself recorded, for a parent's next attempt. */
  note(run: RecordedRun): void {
    const runs = this.#byPath.get(run.path);
    if (runs) runs.push(run);
    else this.#byPath.set(run.path, [run]);
  }
}

function isFinal(run: RecordedRun): boolean {
  return run.status === 'skipped' || (run.status === 'failed' && run.wait_until === null);
}

function countFailures(runs: readonly RecordedRun[]): number {
  const settled = runs.filter((run) => run.status !== 'running' && run.status !== 'waiting');
  const other = settled.findLastIndex((run) => run.status !== 'failed');
  return settled.length - 1 - other;
}
