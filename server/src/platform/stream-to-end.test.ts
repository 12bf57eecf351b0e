import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.ts';
import { createBus, type Bus } from './bus.ts';
import type { Database } from './database.ts';
import { createEventLog, type EventLog } from './event-log.ts';
import { createLog } from './log.ts';
import { streamToEnd } from './stream-to-end.ts';

let database: Database;
let remove: () => Promise<void>;
let bus: Bus;
let events: EventLog;

beforeAll(async () => {
  let redisUrl: string | undefined;
  ({ database, redisUrl, remove } = await openTestDatabase());
  const log = createLog({ logLevel: 'fatal' });
  bus = createBus(redisUrl, log);
  events = createEventLog(database, bus, log);
});
afterAll(async () => {
  events.close();
  await bus.close();
  await remove();
});

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
