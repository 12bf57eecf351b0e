import type { EventRecord } from './event-log.ts';
import type { Platform } from './platform.ts';
import type { SseEvent } from './sse.ts';

interface EndingStream {
  readonly stream: string;
  /** Members of `connected`, besides the timestamp. */
  readonly connected: Readonly<Record<string, string>>;
  /** Whether what the stream reports on had ended before. */
  readonly isEnded: boolean;
  /** The events that end the stream. */
  readonly endings: ReadonlySet<string>;
}

/**
 * The events of a stream that ends (docs/reference/streams.md#resuming): `connected`, everything after `after`, then
 * live events, up to the one that ends it. A reader that is already past that gets only `connected`.
 */
export async function* streamToEnd(
  { database, events }: Pick<Platform, 'database' | 'events'>,
  { stream, connected, isEnded, endings }: EndingStream,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<SseEvent | EventRecord, void, undefined> {
  // Read before `connected`: what happens after that is sent.
  const last = isEnded || after > 0 ? await events.lastId(database.sql, stream) : 0;
  yield { event: 'connected', text: JSON.stringify({ ...connected, timestamp: new Date().toISOString() }) };
  if (isEnded && after >= last) return;
  // With an id from the future, the client would get no events until the stream has reached it.
  const sent = Math.min(after, last);
  // The newest event is read again: it may have ended the stream since `isEnded` was read.
  const known = Math.max(0, Math.min(sent, last - 1));
  for await (const record of events.read(stream, known, signal)) {
    if (record.id > sent) yield record;
    if (endings.has(record.event)) return;
  }
}
