import { getHeapStatistics } from 'node:v8';
import { raceAbort } from '../../../../platform/race-abort.ts';

/** One workspace may fill this part of the memory, so that the others always have some. */
const share = 0.75;
/** Nodes that have begun may exceed the limit by this factor. */
const tolerance = 1.5;

export interface MemoryLimits {
  /** About bytes that all large executions may take together before they take turns. */
  readonly limit: number;
  /** Of each execution, the first bytes don't count. */
  readonly free: number;
  /** Milliseconds without a new node or new outputs after which an execution leaves its turn to the next. */
  readonly turnMs: number;
}

/** What one execution has in memory. */
export interface Holding {
  readonly workspaceId: string;
  /** About bytes. */
  size: number;
  /** The largest outputs of one node: each node that has begun is expected to have as large ones. */
  largest: number;
  /** Bytes of its records that are being read, or wait to be. */
  unread: number;
  begun: number;
  /** Number of its nodes that wait to begin. */
  waiting: number;
  /** When it last began a node or got outputs, on the clock of `performance.now()`. */
  movedAt: number;
}

interface Sum {
  used: number;
  /** With the outputs of the nodes that have begun. */
  expected: number;
  oldest: Holding | undefined;
  /** The oldest that doesn't wait for something else, such as a server. */
  turn: Holding | undefined;
}

/**
 * Counts what the outputs of all executions that run in this process take together: without it, a few large executions
 * would end the process for everybody. While they take more than the limit, only one begins more nodes: the oldest that
 * still moves. One that doesn't move can be waiting for another, like one whose agent runs a workflow.
 */
export class OutputMemory {
  readonly #limits: MemoryLimits;
  /** The oldest first. */
  readonly #holdings = new Set<Holding>();
  readonly #waiting = new Map<() => void, Holding>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits = processLimits) {
    this.#limits = limits;
  }

  /** An execution enters with that many bytes; it must `leave`. */
  enter(workspaceId: string, size = 0): Holding {
    const holding = { workspaceId, size, largest: 0, unread: 0, begun: 0, waiting: 0, movedAt: performance.now() };
    this.#holdings.add(holding);
    return holding;
  }

  leave(holding: Holding): void {
    this.#holdings.delete(holding);
    this.#wake();
  }

  /** Adds to a holding; false if nothing may be added, and then nothing is. */
  grow(holding: Holding, more: number): boolean {
    holding.movedAt = performance.now();
    if (holding.size + more > this.#limits.free) {
      const all = this.#sum();
      const max = this.#limits.limit * tolerance;
      const maxOfOne = max - this.#limits.limit * (1 - share);
      const isTooMuch = all.used + more > max || this.#sum(holding.workspaceId).used + more > maxOfOne;
      if (isTooMuch && (all.oldest ?? holding) !== holding) return false;
    }
    holding.size += more;
    holding.largest = Math.max(holding.largest, more);
    return true;
  }

  /** Reads what was recorded of an execution once there is memory for about `size` bytes; `read` returns how many it were. */
  async read(holding: Holding, size: number, read: () => Promise<number>, signal: AbortSignal): Promise<void> {
    holding.unread = size;
    const work = async () => {
      holding.size += await read();
      holding.unread = 0;
    };
    await this.run(holding, work, signal);
  }

  /** Runs a node once the execution may begin another one; rejects with the signal's reason. */
  async run<T>(holding: Holding, node: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(holding, signal);
    try {
      return await node();
    } finally {
      holding.begun -= 1;
    }
  }

  async #enter(holding: Holding, signal: AbortSignal): Promise<void> {
    holding.movedAt = performance.now();
    if (!this.#mustWait(holding)) {
      holding.begun += 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.set(resolve, holding);
    holding.waiting += 1;
    this.#timer ??= setInterval(() => this.#wake(), this.#limits.turnMs);
    try {
      await raceAbort(promise, signal);
    } finally {
      this.#forget(resolve);
    }
  }

  #wake(): void {
    for (const [resolve, holding] of this.#waiting) {
      if (this.#mustWait(holding)) continue;
      holding.movedAt = performance.now();
      holding.begun += 1;
      this.#forget(resolve);
      resolve();
    }
  }

  #forget(resolve: () => void): void {
    const holding = this.#waiting.get(resolve);
    if (holding === undefined) return;
    holding.waiting -= 1;
    this.#waiting.delete(resolve);
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #mustWait(holding: Holding): boolean {
    const { limit } = this.#limits;
    if (!this.#isLarge(holding) || !this.#holdings.has(holding)) return false;
    const all = this.#sum();
    if (all.turn === holding) return false;
    const own = this.#sum(holding.workspaceId);
    if (own.turn !== holding && own.expected > limit * share) return true;
    // What one workspace leaves is there for the first of each other one.
    return all.expected > limit && (own.turn !== holding || own.expected > limit * (1 - share));
  }

  #counted({ size }: Holding): number {
    return Math.max(0, size - this.#limits.free);
  }

  #isLarge({ size, unread }: Holding): boolean {
    return size + unread > this.#limits.free;
  }

  /** What the large executions of all workspaces, or of one, take together. */
  #sum(workspaceId?: string): Sum {
    const sum: Sum = { used: 0, expected: 0, oldest: undefined, turn: undefined };
    const since = performance.now() - this.#limits.turnMs;
    for (const one of this.#holdings) {
      if (!this.#isLarge(one) || (workspaceId !== undefined && one.workspaceId !== workspaceId)) continue;
      const counted = this.#counted(one);
      sum.used += counted;
      sum.expected += counted + one.begun * Math.max(one.largest, one.unread);
      sum.oldest ??= one;
      if (one.waiting > 0 || one.movedAt > since) sum.turn ??= one;
    }
    return sum;
  }
}

/** A quarter of the heap: a value is there again while it is written, and as the result of a loop. */
const processLimit = getHeapStatistics().heap_size_limit / 4;

/** Of this process, which runs 125 executions at the same time: their free parts are half as much again. */
const processLimits: MemoryLimits = { limit: processLimit, free: processLimit / 250, turnMs: 5_000 };
