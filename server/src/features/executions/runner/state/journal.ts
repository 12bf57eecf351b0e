import { setTimeout as sleep } from 'node:timers/promises';
import { isUnstorable } from '../../../../platform/is-unstorable.ts';
import {
  divideBatch,
  lengthOfEvent,
  lengthOfRecords,
  lengthOfRun,
  maxBatchLength,
  type PendingEvent,
  type Records,
} from './divide-batch.ts';
import { type ExecutionChange, keyOfRun, type ProgressBatch, type RunRecord } from './records.ts';
import { RunEnd } from './run-end.ts';
import { UnstorableRun } from './unstorable-run.ts';

/** Writes a batch under the lease; false if the lease is lost. */
export type WriteBatch = (batch: ProgressBatch) => Promise<boolean>;

const eventDelayMs = 20;
const deltaDelayMs = 50;

/** Length of the records that may wait to be written before no further node starts. */
const maxWaitingLength = 4 * maxBatchLength;

/**
 * Collects the records of a run and writes them in as few statements as possible: records that nobody needs yet are
 * written after some milliseconds, or together with the next result. Writes of one execution never overlap, so its
 * events stay in order; more than fits into one statement is written in several.
 */
export class Journal {
  readonly #write: WriteBatch;
  readonly #onLost: (error: unknown) => void;
  readonly #isIdle: () => boolean;
  #runs = new Map<string, RunRecord>();
  #events: PendingEvent[] = [];
  /** Approximate UTF-16 units of JSON that wait to be written. */
  #length = 0;
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
    const key = keyOfRun(record);
    const known = this.#runs.get(key);
    this.#length += lengthOfRun(record) - (known ? lengthOfRun(known) : 0);
    this.#runs.set(key, { ...record });
    this.#soon(eventDelayMs);
  }

  event(event: string, data: Record<string, unknown>): void {
    if (this.#closed) return;
    this.#add(event, data);
    this.#soon(eventDelayMs);
  }

  /** Appends the text to the node's last piece, if nothing came in between and it isn't written yet. */
  delta(nodeId: string, content: string): void {
    if (this.#closed) return;
    const last = this.#events.at(-1);
    if (last?.event === 'node:delta' && last.data['node_id'] === nodeId) {
      this.#length += content.length;
      last.data['content'] = `${String(last.data['content'])}${content}`;
      return;
    }
    this.#add('node:delta', { node_id: nodeId, content });
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

  /** Resolves once few enough records wait to be written for another node to start. */
  async ready(): Promise<void> {
    while (!this.#closed && this.#length > maxWaitingLength) await this.flush();
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

  #add(event: string, data: Record<string, unknown>): void {
    const added = { event, data, timestamp: new Date().toISOString() };
    this.#length += lengthOfEvent(added);
    this.#events.push(added);
  }

  async #writeOut(change: ExecutionChange): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const records = { runs: [...this.#runs.values()], events: this.#events };
    this.#runs = new Map();
    this.#events = [];
    this.#length = 0;
    if (records.runs.length === 0 && records.events.length === 0 && change.kind === 'keep') return;
    try {
      await this.#send(divideBatch(records), change);
    } catch (error) {
      this.#onLost(error);
      throw error;
    }
  }

  /** Writes batches one after the other, the change with the last. */
  async #send(batches: readonly Records[], change: ExecutionChange): Promise<void> {
    for (const [index, batch] of batches.entries()) {
      const isLast = index === batches.length - 1;
      const begunAt = performance.now();
      await this.#sendOne(batch, isLast ? change : { kind: 'keep' });
      // As long a pause for everybody else, whose queries a large record has delayed.
      if (!isLast && lengthOfRecords(batch) > maxBatchLength) await sleep(performance.now() - begunAt);
    }
  }

  /** A batch that the database refuses is written in its smallest parts, to find the one at fault. */
  async #sendOne(batch: Records, change: ExecutionChange): Promise<void> {
    try {
      const events = batch.events.map(({ event, data, timestamp }) => ({
        event,
        text: JSON.stringify({ ...data, timestamp }),
      }));
      if (!(await this.#write({ runs: [...batch.runs], events, change }))) throw new RunEnd('lost');
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      const parts = divideBatch(batch, 0);
      if (parts.length <= 1) throw new UnstorableRun(batch.runs[0]?.path ?? null, error);
      await this.#send(parts, change);
    }
  }
}
