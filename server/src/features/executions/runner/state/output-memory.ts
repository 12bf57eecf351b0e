import { getHeapStatistics } from 'node:v8';

/** One workspace may fill this part of the memory, so that the others always have some. */
const share = 0.75;
/** Nodes that have begun may exceed the limit by this factor. */
const tolerance = 1.5;

/** What one execution has in memory. */
export interface Holding {
  readonly workspaceId: string;
  /** About bytes. */
  size: number;
}

/**
 * Counts what the outputs of all executions that run in this process take together: without it, a few large executions
 * would end the process for everybody. While they take more than the limit, only the oldest one begins more nodes.
 */
export class OutputMemory {
  readonly #limit: number;
  readonly #free: number;
  /** The oldest first. */
  readonly #holdings = new Set<Holding>();
  readonly #waiting = new Set<() => void>();

  /** Of each execution, the first `free` bytes don't count. */
  constructor(limit: number, free: number) {
    this.#limit = limit;
    this.#free = free;
  }

  /** An execution enters, with what was recorded of it before; it must `leave`. */
  enter(workspaceId: string, size: number): Holding {
    const holding = { workspaceId, size };
    this.#holdings.add(holding);
    return holding;
  }

  leave(holding: Holding): void {
    this.#holdings.delete(holding);
    for (const check of this.#waiting) check();
  }

  /** Adds to a holding; false if nothing may be added, and then nothing is. */
  grow(holding: Holding, more: number): boolean {
    const { used, oldest } = this.#sum();
    const isFree = holding.size + more <= this.#free;
    if (!isFree && used + more > this.#limit * tolerance && (oldest ?? holding) !== holding) return false;
    holding.size += more;
    return true;
  }

  /** Resolves once the execution may begin another node. Must be raced against the execution's end. */
  async ready(holding: Holding): Promise<void> {
    if (!this.#mustWait(holding)) return;
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (this.#holdings.has(holding) && this.#mustWait(holding)) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
    });
  }

  #mustWait(holding: Holding): boolean {
    if (this.#counted(holding) === 0) return false;
    const all = this.#sum();
    if (all.oldest === holding) return false;
    if (all.used > this.#limit) return true;
    const own = this.#sum(holding.workspaceId);
    return own.used > this.#limit * share && own.oldest !== holding;
  }

  #counted({ size }: Holding): number {
    return Math.max(0, size - this.#free);
  }

  /** What the large executions of all workspaces, or of one, take together, and the oldest of them. */
  #sum(workspaceId?: string): { used: number; oldest: Holding | undefined } {
    const large = [...this.#holdings].filter(
      (one) => this.#counted(one) > 0 && (workspaceId === undefined || one.workspaceId === workspaceId),
    );
    return { used: large.reduce((sum, one) => sum + this.#counted(one), 0), oldest: large[0] };
  }
}

/** A quarter of the heap: a value is there again while it is written, and as the result of a loop. */
const processLimit = getHeapStatistics().heap_size_limit / 4;

/** The memory of this process, which runs 125 executions at the same time: their free parts are half as much again. */
export const outputMemory = new OutputMemory(processLimit, processLimit / 250);
