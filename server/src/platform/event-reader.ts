import type { EventRecord } from './event-log.ts';

/** Handles one event. If it returns a promise, the next event waits for it. */
export type Receive = (record: EventRecord) => Promise<unknown> | undefined;

/** Maximum number of live events that wait for a reader before it reads the rows again. */
const bufferCap = 1000;
const pageSize = 500;

export interface Reading {
  /** The id of the event before the first one wanted. */
  readonly after: number;
  /** The first events, if the reader already knows them. */
  readonly known: readonly EventRecord[];
  /** Whether the known events are all there are, so that no row need be read. */
  readonly isNewest: boolean;
  /** Up to `limit` rows after an id, in order. */
  readonly findRows: (after: number, limit: number) => Promise<EventRecord[]>;
  /** Passes the next event directly to a waiting caller, without another turn of the event loop. */
  readonly receive?: Receive | undefined;
}

/** The position of one reader in a stream: rows first, then published events; in order, without duplicates or gaps. */
export class EventReader {
  /** The id of the newest event that was passed on. */
  last: number;
  readonly #reading: Reading;
  readonly #waiting: EventRecord[];
  #rows: EventRecord[] = [];
  #shouldLook: boolean;
  #isStopped = false;
  #isEnded = false;
  /** Whether a recheck has found the stream. */
  #wasFound = false;
  #isIdle = false;
  #wake: () => void = () => {};
  #taking: Promise<unknown> | undefined;

  constructor(reading: Reading) {
    this.last = reading.after;
    this.#reading = reading;
    this.#waiting = [...reading.known];
    this.#shouldLook = !reading.isNewest;
  }

  /** Handles a published event. */
  offer(record: EventRecord): void {
    if (this.#isIdle && this.#reading.receive !== undefined && record.id === this.last + 1) {
      this.#handOn(record, this.#reading.receive);
      return;
    }
    if (this.#waiting.length >= bufferCap) this.lookAgain();
    else if (!this.#shouldLook || record.id > this.last) this.#waiting.push(record);
    this.#wake();
  }

  /** Reads the rows again, because an event may have been missed. */
  lookAgain(): void {
    this.#waiting.length = 0;
    this.#shouldLook = true;
    this.#wake();
  }

  /** Whether the stream is known to have had events. */
  get hasEvents(): boolean {
    return this.#wasFound || this.last > this.#reading.after;
  }

  /** Handles the id of the stream's newest event, as it was read from the database. */
  recheck(lastId: number): void {
    this.#wasFound = true;
    if (this.last < lastId) this.lookAgain();
  }

  /** Ends the reading after the events that were published, because the stream was removed. */
  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#isIdle = false;
    this.#wake();
  }

  /** The next event; undefined once the reader was stopped, or has ended. Rejects if the promise of `receive` rejects. */
  async next(): Promise<EventRecord | undefined> {
    while (!this.#isStopped) {
      const record = this.#rows.shift() ?? this.#takeWaiting();
      if (record !== undefined) {
        this.last = record.id;
        return record;
      }
      if (this.#shouldLook) {
        this.#shouldLook = false;
        this.#rows = await this.#reading.findRows(this.last, pageSize);
        if (this.#rows.length === pageSize) this.#shouldLook = true;
      } else if (this.#isEnded) return undefined;
      else await this.#wait();
    }
    return undefined;
  }

  #takeWaiting(): EventRecord | undefined {
    while (!this.#shouldLook) {
      const record = this.#waiting.shift();
      if (record === undefined || record.id === this.last + 1) return record;
      if (record.id > this.last) this.#shouldLook = true;
    }
    return undefined;
  }

  async #wait(): Promise<void> {
    this.#isIdle = true;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#isIdle = false;
    this.#wake = () => {};
    await this.#taking;
    this.#taking = undefined;
  }

  #handOn(record: EventRecord, receive: Receive): void {
    this.last = record.id;
    try {
      this.#taking = receive(record);
      if (this.#taking === undefined) return;
    } catch (error) {
      // An error of this reader must not reach the publisher.
      this.#taking = Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
    this.#isIdle = false;
    this.#wake();
  }
}
