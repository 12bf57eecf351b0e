import { measureJson } from '../../../../platform/measure-json.ts';
import type { RecordedRun } from './records.ts';

/**
 * Maximum UTF-16 units of JSON of all outputs of an execution together: they stay in memory while it runs
 * (docs/reference/workflows.md#bounds).
 */
const maxTotalLength = 256 * 1024 * 1024;

/** Counts the outputs of an execution, including those recorded by earlier runs. */
export class DataBudget {
  #left: number;

  constructor(recorded: readonly RecordedRun[], limit = maxTotalLength) {
    this.#left = limit;
    for (const { outputs } of recorded) if (outputs !== null) this.#left -= measureJson(outputs).length;
  }

  /** Adds outputs of `length`; false if they are too much, and then doesn't count them. */
  add(length: number): boolean {
    if (length > this.#left) return false;
    this.#left -= length;
    return true;
  }
}
