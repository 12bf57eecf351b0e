import { measureJson } from '../../../../platform/measure-json.ts';
import { keyOfRun, type RunRecord } from './records.ts';

/** An event that isn't written yet. */
export interface PendingEvent {
  readonly event: string;
  /** Its data without `timestamp`; that of a `node:delta` may still grow. */
  readonly data: Record<string, unknown>;
  readonly timestamp: string;
}

/** Records that are written together. */
export interface Records {
  readonly runs: readonly RunRecord[];
  readonly events: readonly PendingEvent[];
}

/**
 * Maximum length of what one statement writes, in UTF-16 units of JSON, if it is more than one record: the embedded
 * database stops this process while it runs a statement, for up to 0.1 s per megabyte.
 */
export const maxBatchLength = 1024 * 1024;

/** The cost of a record besides its JSON, in UTF-16 units. */
export const baseLength = 1_000;

/** The length of a run, with the cost of its row. */
export function lengthOfRun({ inputs, outputs, error }: RunRecord): number {
  return baseLength + (inputs?.length ?? 0) + (outputs?.length ?? 0) + (error?.length ?? 0);
}

/** The length of an event, with the cost of its row. */
export function lengthOfEvent({ data }: Pick<PendingEvent, 'data'>): number {
  return baseLength + measureJson(data).length;
}

/**
 * Divides records into batches that are written one after the other. Events stay in order, and a run is written with the
 * last of its events, so that after a crash between two batches none is missing. If that is not the batch of its first
 * event, the run is written as started there, so that runs keep the order in which they began.
 */
export function divideBatch(all: Records, maxLength = maxBatchLength): Records[] {
  if (lengthOfRecords(all) <= maxLength) return [all];
  const batches = new Batches(maxLength);
  const byNode = new Map<string, RunRecord[]>();
  for (const run of all.runs) byNode.set(run.path, [...(byNode.get(run.path) ?? []), run]);
  const last = new Map(all.events.map((event) => [nodeOf(event), event]));
  for (const run of all.runs) if (!last.has(run.path)) batches.add([run], []);
  const begun = new Set<string>();
  for (const event of all.events) {
    const node = nodeOf(event);
    const runs = byNode.get(node) ?? [];
    if (last.get(node) === event) batches.add(runs, [event]);
    else batches.add(begun.has(node) ? [] : runs.slice(0, 1).map(asStarted), [event]);
    begun.add(node);
  }
  return batches.all;
}

export function lengthOfRecords({ runs, events }: Records): number {
  let length = 0;
  for (const run of runs) length += lengthOfRun(run);
  for (const event of events) length += lengthOfEvent(event);
  return length;
}

/** The node of an event; empty for an event of the execution. */
function nodeOf({ data }: PendingEvent): string {
  return typeof data['node_id'] === 'string' ? data['node_id'] : '';
}

/** The run as it was when it had just begun. */
function asStarted(run: RunRecord): RunRecord {
  const ended = { outputs: null, branch: null, error: null, handled: false, wait_until: null };
  return { ...run, ...ended, status: 'running', inputs: null, completed_at: null, duration_ms: null };
}

class Batches {
  readonly all: { runs: RunRecord[]; events: PendingEvent[] }[] = [];
  readonly #maxLength: number;
  /** The runs of the current batch by their key: one statement may write a run once. */
  #runs = new Map<string, RunRecord>();
  #events: PendingEvent[] = [];
  #length = Infinity;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Adds records that must be written together. */
  add(runs: readonly RunRecord[], events: readonly PendingEvent[]): void {
    const length = lengthOfRecords({ runs, events });
    if (this.#length + length > this.#maxLength) this.#begin();
    for (const run of runs) this.#put(run);
    this.#events.push(...events);
    this.#length += length;
  }

  #begin(): void {
    this.#runs = new Map();
    this.#events = [];
    this.#length = 0;
    const runs: RunRecord[] = [];
    this.all.push({ runs, events: this.#events });
  }

  #put(run: RunRecord): void {
    const key = keyOfRun(run);
    const runs = this.all.at(-1)?.runs ?? [];
    const known = this.#runs.get(key);
    if (known === undefined) runs.push(run);
    else runs[runs.indexOf(known)] = run;
    this.#runs.set(key, run);
  }
}
