import { type JsonSize, measureJson } from '../../../../platform/measure-json.ts';
import type { Holding, OutputMemory } from './output-memory.ts';
import type { RecordedRun } from './records.ts';

/**
 * Maximum UTF-16 units of JSON of all outputs of an execution together: they stay in memory while it runs
 * (docs/reference/workflows.md#bounds).
 */
const maxTotalLength = 256 * 1024 * 1024;

/** Bytes of a value besides its text, such as of an object with one field. */
const bytesOfValue = 40;

/** Counts the outputs of an execution, including those recorded by earlier runs. */
export class DataBudget {
  readonly #memory: OutputMemory;
  readonly #holding: Holding;
  #left: number;

  /** The execution takes memory until `release` is called. */
  constructor(workspaceId: string, memory: OutputMemory, limit = maxTotalLength) {
    this.#left = limit;
    this.#memory = memory;
    this.#holding = memory.enter(workspaceId);
  }

  /** Reads records of earlier runs, of about `size` bytes, once there is memory; rejects with the signal's reason. */
  async read(size: number, find: () => Promise<RecordedRun[]>, signal: AbortSignal): Promise<RecordedRun[]> {
    let runs: RecordedRun[] = [];
    const read = async () => {
      runs = await find();
      const sizes = runs.flatMap(({ outputs }) => (outputs === null ? [] : [measureJson(outputs)]));
      this.#left -= sizes.reduce((sum, { length }) => sum + length, 0);
      return sizes.reduce((sum, one) => sum + sizeInMemory(one), 0);
    };
    await this.#memory.read(this.#holding, size, read, signal);
    return runs;
  }

  /** Runs a node once the process has memory for it; rejects with the signal's reason. */
  async run<T>(node: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#memory.run(this.#holding, node, signal);
  }

  /** Adds outputs of that size; if they are too much, returns for what, and doesn't count them. */
  add(size: JsonSize): 'execution' | 'process' | undefined {
    if (size.length > this.#left) return 'execution';
    if (!this.#memory.grow(this.#holding, sizeInMemory(size))) return 'process';
    this.#left -= size.length;
    return undefined;
  }

  release(): void {
    this.#memory.leave(this.#holding);
  }
}

function sizeInMemory({ length, values }: JsonSize): number {
  return length + values * bytesOfValue;
}
