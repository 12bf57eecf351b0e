import type { EventRecord } from './event-log.ts';

/** Takes one event. Its promise is awaited before the next one; nothing if it is ready for more. */
export type Receive = (record: EventRecord) => Promise<unknown> | undefined;

/** Live events one reader may have waiting before it goes back to the rows. */
const bufferCap = 1000;
const pageSize = 500;

export interface Reading {
  /** The id of the event before the first one wanted. */
  readonly after: number;
  /** The first events, where the reader knows them. */
  readonly known: readonly EventRecord[];
  /** Whether what is known is all there is, so that no row need be read. */
  readonly isNewest: boolean;
  /** Up to `limit` rows after an id, in order. */
  readonly findRows: (after: number, limit: number) => Promise<EventRecord[]>;
  /** Who waits for the next event gets it through this at once, without a turn of its own. */
  readonly receive?: Receive | undefined;
}

/** One reader's place in a stream: rows first, then what is published; in order, nothing twice, nothing left out. */
export class EventReader {
  /** The id of the newest event that was handed on. */
  last: number;
  readonly #reading: Reading;
  readonly #waiting: EventRecord[];
  #rows: EventRecord[] = [];
  #shouldLook: boolean;
  #isStopped = false;
  #isIdle = false;
  #wake: () => void = () => {};
  #taking: Promise<unknown> | undefined;

  constructor(reading: Reading) {
    this.last = reading.after;
    this.#reading = reading;
    this.#waiting = [...reading.known];
    this.#shouldLook = !reading.isNewest;
  }

  /** Takes what was published. */
  offer(record: EventRecord): void {
    if (this.#isIdle && this.#reading.receive !== undefined && record.id === this.last + 1) {
      this.#handOn(record, this.#reading.receive);
      return;
    }
    if (this.#waiting.length >= bufferCap) this.lookAgain();
    else if (!this.#shouldLook || record.id > this.last) this.#waiting.push(record);
    this.#wake();
  }

  /** Goes back to the rows: something may have been missed. */
  lookAgain(): void {
    this.#waiting.length = 0;
    this.#shouldLook = true;
    this.#wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#isIdle = false;
    this.#wake();
  }

  /** The next event; undefined once the reader was stopped. Rejects where what `receive` answered does. */
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
      } else await this.#wait();
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
      // It is this reader's fault, and must not become that of the publisher.
      this.#taking = Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
    this.#isIdle = false;
    this.#wake();
  }
}
