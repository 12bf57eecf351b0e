import type { Bus } from './bus.ts';
import { afterCommit, type Database, type Sql, type Transaction } from './database.ts';
import { EventReader, type Reading, type Receive } from './event-reader.ts';
import type { Log } from './log.ts';

/** An event to append; the log adds `timestamp` to its data. */
export interface NewEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One numbered event of a stream. `text` is the JSON of its data, the same bytes for every reader. */
export interface EventRecord {
  readonly stream: string;
  /** Counts from 1 in its stream, with no gaps. */
  readonly id: number;
  readonly event: string;
  readonly text: string;
}

export interface EventLog {
  /** Appends in the transaction that changes the state; readers see the events once it commits. */
  append(tx: Transaction, stream: string, events: readonly NewEvent[]): Promise<EventRecord[]>;
  /**
   * Appends without a transaction of the caller, for events that belong to no other state: the pieces of a streamed
   * reply.
   */
  appendNow(stream: string, events: readonly NewEvent[]): Promise<EventRecord[]>;
  /**
   * Every event after `after`: rows first, then live events, until the signal fires or the stream is removed, without
   * duplicates or gaps. A caller that has just published the first of them passes them as `known`; if they are still
   * the newest, no row is read.
   */
  read(
    stream: string,
    after: number,
    signal: AbortSignal,
    known?: readonly EventRecord[],
  ): AsyncGenerator<EventRecord, void, undefined>;
  /**
   * Like read, but calls `receive` for every event: with thousands of readers, the turns of a generator would be most
   * of the cost of an event. Resolves once the signal fires or the stream is removed, rejects with the error that
   * `receive` throws.
   */
  follow(stream: string, after: number, signal: AbortSignal, receive: Receive): Promise<void>;
  /** The id of the stream's newest event, 0 if there is none. */
  lastId(sql: Sql, stream: string): Promise<number>;
  /** Notifies the stream's readers of records that the caller appended with its own SQL. */
  publish(records: readonly EventRecord[]): void;
  /** Deletes the oldest `limit` events of a stream if it has more than that; returns the number. */
  removeOldest(sql: Sql, stream: string, limit: number): Promise<number>;
  /** Deletes a stream and all its events. Once that is committed, its readers get what was published and end. */
  remove(tx: Transaction, stream: string): Promise<void>;
  close(): void;
}

const recheckMs = 2000;
/**
 * Number of streams whose newest published id is remembered, so that a reader of known events knows that it missed
 * none.
 */
const maxRemembered = 1000;
/** Topic of the bus for removed streams. */
const removedTopic = 'events.removed';

/** Creates the log of events: rows in `events`, and live delivery over the bus. */
export function createEventLog(database: Database, bus: Bus, log: Log): EventLog {
  const readers: Readers = new Map();
  const newest = new Map<string, number>();
  // A reader that found its resource just before the removal may join after it.
  const removed = new Set<string>();
  const unsubscribe = [
    bus.subscribe('events', (message) => {
      if (readers.size === 0) return;
      for (const record of JSON.parse(message) as EventRecord[]) deliver(record);
    }),
    bus.subscribe(removedTopic, (stream) => {
      newest.delete(stream);
      if (removed.size >= maxRemembered) removed.delete(removed.values().next().value ?? '');
      removed.add(stream);
      for (const reader of readers.get(stream) ?? []) reader.end();
    }),
  ];

  const deliver = (record: EventRecord): void => {
    // Set again to keep the map ordered by the last publication, oldest first.
    newest.delete(record.stream);
    if (newest.size >= maxRemembered) newest.delete(newest.keys().next().value ?? '');
    newest.set(record.stream, record.id);
    for (const reader of readers.get(record.stream) ?? []) reader.offer(record);
  };

  const publish = (records: readonly EventRecord[]): void => {
    if (records.length === 0) return;
    for (const record of records) deliver(record);
    // One message for all of them, because each message costs every process a round trip.
    if (bus.shared) bus.publishElsewhere('events', JSON.stringify(records));
  };

  const timer = bus.shared
    ? setInterval(() => {
        recheckReaders(database, readers).catch((error: unknown) => log.warn({ err: error }, 'event recheck failed'));
      }, recheckMs)
    : undefined;

  return {
    async append(tx, stream, events) {
      const records = await insertEvents(tx, stream, events);
      afterCommit(tx, () => publish(records));
      return records;
    },
    async appendNow(stream, events) {
      const records = await insertEvents(database.sql, stream, events);
      publish(records);
      return records;
    },
    publish,
    async *read(stream, after, signal, known = []) {
      const isNewest = known.length > 0 && newest.get(stream) === known.at(-1)?.id;
      const { reader, leave } = joinReaders(database, readers, stream, signal, { after, known, isNewest });
      if (removed.has(stream)) reader.end();
      try {
        for (let record = await reader.next(); record !== undefined; record = await reader.next()) yield record;
      } finally {
        leave();
      }
    },
    async follow(stream, after, signal, receive) {
      const { reader, leave } = joinReaders(database, readers, stream, signal, {
        after,
        known: [],
        isNewest: false,
        receive,
      });
      if (removed.has(stream)) reader.end();
      try {
        for (let record = await reader.next(); record !== undefined; record = await reader.next()) {
          await receive(record);
        }
      } finally {
        leave();
      }
    },
    async lastId(sql, stream) {
      const [row] = await sql<{ last_id: number }[]>`SELECT last_id FROM event_streams WHERE stream = ${stream}`;
      return row?.last_id ?? 0;
    },
    async removeOldest(sql, stream, limit) {
      const rows = await sql`
        DELETE FROM events WHERE stream = ${stream}
          AND id = ANY(ARRAY(
            SELECT id FROM events WHERE stream = ${stream} ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED))
          AND EXISTS (SELECT FROM events WHERE stream = ${stream} ORDER BY id OFFSET ${limit} LIMIT 1)
        RETURNING 1`;
      return rows.length;
    },
    async remove(tx, stream) {
      // The order matters: a process that appends holds the stream's row, so nothing can be appended after the second
      // statement.
      await tx`DELETE FROM event_streams WHERE stream = ${stream}`;
      await tx`DELETE FROM events WHERE stream = ${stream}`;
      afterCommit(tx, () => bus.publish(removedTopic, stream));
    },
    close() {
      clearInterval(timer);
      for (const one of unsubscribe) one();
    },
  };
}

/** The open readers of each stream. */
type Readers = Map<string, Set<EventReader>>;

/**
 * A notification may get lost between processes, so the newest ids of all watched streams are looked up in one query. A
 * stream that had events and is not found was removed.
 */
async function recheckReaders(database: Database, readers: Readers): Promise<void> {
  const streams = [...readers.keys()];
  if (streams.length === 0) return;
  // Decided before the query: the first event of a stream may be published while it runs.
  const missing = new Set(streams.filter((stream) => hasEvents(readers.get(stream))));
  const rows = await database.sql<{ stream: string; last_id: number }[]>`
    SELECT stream, last_id FROM event_streams WHERE stream = ANY(${streams})`;
  for (const { stream, last_id: lastId } of rows) {
    missing.delete(stream);
    for (const reader of readers.get(stream) ?? []) reader.recheck(lastId);
  }
  for (const stream of missing) for (const reader of readers.get(stream) ?? []) reader.end();
}

function hasEvents(readers: ReadonlySet<EventReader> = new Set()): boolean {
  for (const reader of readers) if (reader.hasEvents) return true;
  return false;
}

/** Creates a reader of everything published from now on, until it is closed or the signal fires. */
function joinReaders(
  database: Database,
  readers: Readers,
  stream: string,
  signal: AbortSignal,
  reading: Omit<Reading, 'findRows'>,
): { reader: EventReader; leave: () => void } {
  const findRows: Reading['findRows'] = async (after, limit) =>
    database.sql<EventRecord[]>`
      SELECT stream, id, event, data AS text FROM events
      WHERE stream = ${stream} AND id > ${after} ORDER BY id LIMIT ${limit}`;
  const reader = new EventReader({ ...reading, findRows });
  const stop = (): void => reader.stop();
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  const all = readers.get(stream) ?? new Set();
  readers.set(stream, all.add(reader));
  const leave = (): void => {
    signal.removeEventListener('abort', stop);
    all.delete(reader);
    if (all.size === 0 && readers.get(stream) === all) readers.delete(stream);
  };
  return { reader, leave };
}

/** Inserts events with the stream's next ids, and returns their records. */
async function insertEvents(sql: Sql, stream: string, events: readonly NewEvent[]): Promise<EventRecord[]> {
  if (events.length === 0) return [];
  const timestamp = new Date().toISOString();
  const texts = events.map(({ data }) => JSON.stringify({ ...data, timestamp }));
  const names = events.map(({ event }) => event);
  const [head] = await sql<{ last_id: number }[]>`
    WITH head AS (
      INSERT INTO event_streams (stream, last_id) VALUES (${stream}, ${events.length})
      ON CONFLICT (stream) DO UPDATE SET last_id = event_streams.last_id + ${events.length} RETURNING last_id
    ), added AS (
      INSERT INTO events (stream, id, event, data)
      SELECT ${stream}, head.last_id - ${events.length} + new.place, new.event, new.data
      FROM head, unnest(${names}::text[], ${texts}::text[]) WITH ORDINALITY AS new (event, data, place)
    ) SELECT last_id FROM head`;
  if (head === undefined) throw new Error('the event stream was not updated');
  const first = head.last_id - events.length + 1;
  return texts.map((text, i) => ({ stream, id: first + i, event: names[i] ?? '', text }));
}

/** The data of a record, for readers that want values rather than bytes. */
export function parseEvent(record: EventRecord): Record<string, unknown> {
  return JSON.parse(record.text) as Record<string, unknown>;
}
