import type { RecordedRun } from './records.ts';

/** The records of one node: how it ended, or how far it came. */
interface Recalled {
  /** Its last result, if the node needs no further run. */
  settled: RecordedRun | null;
  /** The attempt that had started and not ended: a wait, or an interrupted one. */
  open: RecordedRun | null;
  /** Milliseconds since the epoch before which the next attempt must not start. */
  retryAt: number | null;
  /** The number of the next attempt; an interrupted attempt is repeated with its number. */
  nextAttempt: number;
  /** Failed attempts so far that count against its retries. */
  failures: number;
  /** The version of the workflow that it calls, fixed by its first attempt. */
  calledVersion: number | null;
}

/** The recorded runs of an execution, by the path of their node. */
export class Recall {
  readonly #byPath = new Map<string, RecordedRun[]>();
  /** The paths directly below a loop or a called workflow, so that the whole execution is not searched for them. */
  readonly #below = new Map<string, Set<string>>();

  /** `runs` in the order of their first record. */
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
   * Forgets the failures below a node that is tried again: its loop or called workflow then continues after its
   * completed nodes. Attempt numbers keep increasing, so that no record is overwritten.
   */
  forgetFailures(path: string): void {
    const waiting = [...(this.#below.get(path) ?? [])];
    for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
      const runs = this.#byPath.get(below);
      const last = runs?.at(-1);
      if (last && last.status !== 'completed') runs?.push({ ...last, status: 'cancelled' });
      for (const deeper of this.#below.get(below) ?? []) waiting.push(deeper);
    }
  }

  /** Adds a record of this run itself, for the next attempt of a surrounding node. */
  note(run: RecordedRun): void {
    const runs = this.#byPath.get(run.path);
    if (runs) {
      runs.push(run);
      return;
    }
    this.#byPath.set(run.path, [run]);
    this.#place(run.path);
  }

  /** Places a path below the nodes around it. Those of a retried execution may have no record of their own. */
  #place(path: string): void {
    let inner = path;
    for (let around = nodeAround(inner); around !== undefined; around = nodeAround(inner)) {
      const known = this.#below.get(around);
      if (known) {
        known.add(inner);
        return;
      }
      this.#below.set(around, new Set([inner]));
      inner = around;
    }
  }
}

/** The loop or the called workflow around a node, undefined if there is none: `each` for `each[2].call`. */
function nodeAround(path: string): string | undefined {
  const end = path.lastIndexOf('.');
  if (end === -1) return undefined;
  const around = path.slice(0, end);
  return around.endsWith(']') ? around.slice(0, around.lastIndexOf('[')) : around;
}

function isFinal(run: RecordedRun): boolean {
  return run.status === 'skipped' || (run.status === 'failed' && run.wait_until === null);
}

function countFailures(runs: readonly RecordedRun[]): number {
  const settled = runs.filter((run) => run.status !== 'running' && run.status !== 'waiting');
  const other = settled.findLastIndex((run) => run.status !== 'failed');
  return settled.length - 1 - other;
}
