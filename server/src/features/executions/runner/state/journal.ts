import type { ExecutionChange, ProgressBatch, RunRecord } from './records.ts';
import { RunEnd } from './run-end.ts';

/** Writes a batch under the lease; false if the lease is lost. */
export type WriteBatch = (batch: ProgressBatch) => Promise<boolean>;

const eventDelayMs = 20;
const deltaDelayMs = 50;

interface PendingEvent {
  event: string;
  data: Record<string, unknown>;
  timestamp: string;
}

/**
 * Collects the records of a run and writes them in as few statements as possible: records that nobody needs yet are
 * written after some milliseconds, or together with the next result. Writes of one execution never overlap, so its
 * events stay in order.
 */
export class Journal {
  readonly #write: WriteBatch;
  readonly #onLost: (error: unknown) => void;
  readonly #isIdle: () => boolean;
  #runs = new Map<string, RunRecord>();
  #events: PendingEvent[] = [];
  #tail: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * `onLost` is called once, when a write fails or finds that the lease is gone. While the run is idle, nothing is
   * written: it is about to be suspended, and its status is written together with the wait that suspends it.
   */
  constructor(write: WriteBatch, onLost: (error: unknown) => void, isIdle = () => false) {
    this.#write = write;
    this.#onLost = onLost;
    this.#isIdle = isIdle;
  }

  /** Adds the state of an attempt; a later state of the same attempt replaces one that isn't written yet. */
  run(record: RunRecord): void {
    if (this.#closed) return;
    this.#runs.set(`${record.path} ${record.attempt}`, { ...record });
    this.#soon(eventDelayMs);
  }

  event(event: string, data: Record<string, unknown>): void {
    if (this.#closed) return;
    this.#events.push({ event, data, timestamp: new Date().toISOString() });
    this.#soon(eventDelayMs);
  }

  /** Appends the text to the node's last piece, if nothing came in between and it isn't written yet. */
  delta(nodeId: string, content: string): void {
    if (this.#closed) return;
    const last = this.#events.at(-1);
    if (last?.event === 'node:delta' && last.data['node_id'] === nodeId) {
      last.data['content'] = `${String(last.data['content'])}${content}`;
      return;
    }
    this.#events.push({ event: 'node:delta', data: { node_id: nodeId, content }, timestamp: new Date().toISOString() });
    this.#soon(deltaDelayMs);
  }

  /** Resolves once everything added so far is durable; rejects with a RunEnd if the lease is lost. */
  async flush(): Promise<void> {
    if (this.#runs.size === 0 && this.#events.length === 0) return this.#next ?? this.#tail;
    this.#next ??= this.#tail.then(() => {
      this.#next = null;
      if (this.#closed) return undefined;
      // Nobody waits for this flush: a caller that does is active.
      if (this.#isIdle()) return this.#soon(eventDelayMs);
      return this.#writeOut({ kind: 'keep' });
    });
    this.#tail = this.#next;
    return this.#next;
  }

  /** Resolves once every result added so far is durable; mere starts may still be pending. */
  async flushResults(): Promise<void> {
    for (const { status } of this.#runs.values()) if (status !== 'running') return this.flush();
    return this.#next ?? this.#tail;
  }

  /** Writes the rest together with the run's end, and accepts nothing afterwards. */
  async close(change: ExecutionChange, lastEvent?: { event: string; data: Record<string, unknown> }): Promise<void> {
    if (this.#closed) return;
    if (lastEvent) this.event(lastEvent.event, lastEvent.data);
    this.abandon();
    await this.#tail;
    if (change.kind === 'end') this.#stopPending();
    await this.#writeOut(change);
  }

  /** Accepts no more records; pending ones stay for `close`. */
  abandon(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #soon(delayMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.flush().catch(() => undefined);
    }, delayMs);
  }

  /** Closes runs that were still active or waiting when the execution ended. */
  #stopPending(): void {
    const completed_at = new Date().toISOString();
    for (const record of this.#runs.values()) {
      if (record.status !== 'running' && record.status !== 'waiting') continue;
      Object.assign(record, { status: 'cancelled', completed_at });
    }
  }

  async #writeOut(change: ExecutionChange): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const runs = [...this.#runs.values()];
    const told = this.#events;
    this.#runs = new Map();
    this.#events = [];
    if (runs.length === 0 && told.length === 0 && change.kind === 'keep') return;
    try {
      const events = told.map(({ event, data, timestamp }) => ({
        event,
        text: JSON.stringify({ ...data, timestamp }),
      }));
      if (await this.#write({ runs, events, change })) return;
    } catch (error) {
      this.#onLost(error);
      throw error;
    }
    const lost = new RunEnd('lost');
    this.#onLost(lost);
    throw lost;
  }
}
