import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestEvents } from '../../test/open-test-events.ts';
import type { Database } from './database.ts';
import type { EventLog } from './event-log.ts';
import { streamToEnd } from './stream-to-end.ts';

let database: Database;
let events: EventLog;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, events, close } = await openTestEvents());
});
afterAll(async () => close());

const add = async (stream: string, ...names: string[]) =>
  events.appendNow(
    stream,
    names.map((event) => ({ event, data: {} })),
  );

/** A stream whose state was read before it ended. */
function open(stream: string, after: number) {
  const ending = { stream, connected: {}, isEnded: false, endings: new Set(['end']) };
  return streamToEnd({ database, events }, ending, after, new AbortController().signal);
}

test.each([2, 1_000])('a reader that has read up to %s gets what happens once it is connected', async (after) => {
  const stream = `later ${after}`;
  await add(stream, 'a', 'b');
  const reading = open(stream, after);
  expect((await reading.next()).value).toMatchObject({ event: 'connected' });
  await add(stream, 'c', 'end');
  expect((await Array.fromAsync(reading)).map(({ event }) => event)).toEqual(['c', 'end']);
});

test.each([2, 1_000])('a reader that has read up to %s, past the end, gets no more', async (after) => {
  const stream = `past ${after}`;
  await add(stream, 'a', 'end');
  expect((await Array.fromAsync(open(stream, after))).map(({ event }) => event)).toEqual(['connected']);
});
