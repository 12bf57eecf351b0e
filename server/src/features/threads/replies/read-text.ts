import { type EventRecord, parseEvent } from '../../../platform/event-log.ts';

/**
 * The text of a reply's events, for streams that can't retract any: of a reply that starts again, only what continues
 * the text already read.
 */
export async function* readText(events: AsyncIterable<EventRecord>): AsyncGenerator<string, void, undefined> {
  let read = '';
  /** The length of the current attempt's text, as long as it is the same; then undefined. */
  let length: number | undefined = 0;
  for await (const record of events) {
    if (record.event === 'message:started') length = 0;
    if (record.event !== 'message:delta' || length === undefined) continue;
    const content = String(parseEvent(record)['content']);
    const known = read.slice(length, length + content.length);
    length = content.startsWith(known) ? length + content.length : undefined;
    if (length === undefined || known.length === content.length) continue;
    const rest = content.slice(known.length);
    read += rest;
    yield rest;
  }
}
