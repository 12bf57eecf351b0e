import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestEvents } from '../../test/open-test-events.ts';
import { createBus, type Bus } from './bus.ts';
import type { Database } from './database.ts';
import { createEventLog, type EventLog, type EventRecord } from './event-log.ts';
import type { Log } from './log.ts';

let database: Database;
let redisUrl: string | undefined;
let bus: Bus;
let events: EventLog;
let log: Log;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, redisUrl, bus, events, log, close } = await openTestEvents());
});
afterAll(async () => close());

async function take(stream: string, after: number, count: number, log = events): Promise<EventRecord[]> {
  const stop = new AbortController();
  const seen: EventRecord[] = [];
  for await (const record of log.read(stream, after, stop.signal)) {
    seen.push(record);
    if (seen.length === count) break;
  }
  return seen;
}

test('ids count from 1 in their stream without gaps, even with concurrent appends', async () => {
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) =>
      i % 2 === 0
        ? events.appendNow('one', [
            { event: 'a', data: { i } },
            { event: 'b', data: { i } },
          ])
        : database.transaction(async (tx) => events.append(tx, 'one', [{ event: 'c', data: { i } }])),
    ),
  );
  const seen = await take('one', 0, 30);
  expect(seen.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
});

test('a reader gets the same bytes from any start, rows first and then live', async () => {
  const live = take('two', 0, 40);
  const writing = (async () => {
    for (let i = 0; i < 40; i += 1) await events.appendNow('two', [{ event: 'tick', data: { z: i, a: 'ä' } }]);
  })();
  const whole = await live;
  await writing;
  for (const from of [0, 1, 17, 39]) {
    const resumed = await take('two', from, 40 - from);
    expect(resumed.map(({ id, text }) => `${id} ${text}`)).toEqual(
      whole.slice(from).map(({ id, text }) => `${id} ${text}`),
    );
  }
});

test('events of a transaction that rolls back are never seen', async () => {
  const doomed = database.transaction(async (tx) => {
    await events.append(tx, 'three', [{ event: 'ghost', data: {} }]);
    throw new Error('rolled back');
  });
  await expect(doomed).rejects.toThrow('rolled back');
  await events.appendNow('three', [{ event: 'real', data: {} }]);
  const [first] = await take('three', 0, 1);
  expect(first).toMatchObject({ id: 1, event: 'real' });
});

test('a reader that is slower than the writer loses nothing', async () => {
  const stop = new AbortController();
  const seen: number[] = [];
  const reading = (async () => {
    for await (const { id } of events.read('four', 0, stop.signal)) {
      seen.push(id);
      if (id === 3000) return;
      if (id % 500 === 0) {
        await new Promise((resolve) => {
          setTimeout(resolve, 20);
        });
      }
    }
  })();
  for (let i = 0; i < 30; i += 1) {
    await events.appendNow(
      'four',
      Array.from({ length: 100 }, () => ({ event: 'tick', data: {} })),
    );
  }
  await reading;
  expect(seen).toEqual(Array.from({ length: 3000 }, (_, i) => i + 1));
});

test('a reader with known events gets them, and those that were published before it started', async () => {
  const appended = await events.appendNow('known', [
    { event: 'a', data: {} },
    { event: 'b', data: {} },
  ]);
  const stop = new AbortController();
  const first = await events.read('known', 0, stop.signal, appended).next();
  expect(first.value).toBe(appended[0]);
  await events.appendNow('known', [{ event: 'c', data: {} }]);
  const seen: EventRecord[] = [];
  for await (const record of events.read('known', 0, stop.signal, appended)) {
    seen.push(record);
    if (record.event === 'c') await events.appendNow('known', [{ event: 'd', data: {} }]);
    if (record.event === 'd') break;
  }
  expect(seen.map(({ id, event }) => `${id} ${event}`)).toEqual(['1 a', '2 b', '3 c', '4 d']);
});

test('a follower that is slower than the writer loses nothing, and gets one event at a time', async () => {
  const stop = new AbortController();
  const seen: number[] = [];
  let isTaking = false;
  const following = events.follow('slow', 0, stop.signal, ({ id }) => {
    expect(isTaking).toBe(false);
    seen.push(id);
    if (id === 3000) stop.abort();
    if (id % 500 !== 1) return undefined;
    isTaking = true;
    return new Promise((resolve) => {
      setTimeout(() => {
        isTaking = false;
        resolve(undefined);
      }, 20);
    });
  });
  for (let i = 0; i < 30; i += 1) {
    await events.appendNow(
      'slow',
      Array.from({ length: 100 }, () => ({ event: 'tick', data: {} })),
    );
  }
  await following;
  expect(seen).toEqual(Array.from({ length: 3000 }, (_, i) => i + 1));
});

test('a follower gets events in order, regardless of the order of publishing', async () => {
  const stop = new AbortController();
  const seen: number[] = [];
  const following = events.follow('order', 0, stop.signal, ({ id }) => {
    seen.push(id);
    return undefined;
  });
  await events.appendNow('order', [{ event: 'tick', data: {} }]);
  await expect.poll(() => seen).toEqual([1]);
  // Two transactions commit one after the other; their notifications may arrive in the other order.
  const record = (id: number): EventRecord => ({ stream: 'order', id, event: 'tick', text: '{}' });
  await database.sql`INSERT INTO events (stream, id, event, data) VALUES ('order', 2, 'tick', '{}'), ('order', 3, 'tick', '{}')`;
  await database.sql`UPDATE event_streams SET last_id = 3 WHERE stream = 'order'`;
  events.publish([record(3), record(2)]);
  await expect.poll(() => seen).toEqual([1, 2, 3]);
  await events.appendNow('order', [{ event: 'tick', data: {} }]);
  await expect.poll(() => seen).toEqual([1, 2, 3, 4]);
  stop.abort();
  await following;
});

test('a follower that throws ends, and does not affect the writer or other readers', async () => {
  const stop = new AbortController();
  const seen: number[] = [];
  const failing = events
    .follow('failing', 0, stop.signal, ({ id }) => {
      if (id === 2) throw new Error('no more');
      return undefined;
    })
    .catch((error: unknown) => error);
  const following = events.follow('failing', 0, stop.signal, ({ id }) => {
    seen.push(id);
    return undefined;
  });
  for (let i = 0; i < 3; i += 1) await events.appendNow('failing', [{ event: 'tick', data: {} }]);
  expect(await failing).toEqual(new Error('no more'));
  await expect.poll(() => seen).toEqual([1, 2, 3]);
  stop.abort();
  await following;
});

test('nothing remains of a removed stream, even during a concurrent append', async () => {
  await events.appendNow('gone', [{ event: 'tick', data: {} }]);
  const appending = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  // The embedded database has one connection, so there the two run one after the other anyway.
  const writing = database.transaction(async (tx) => {
    await events.append(tx, 'gone', [{ event: 'tick', data: {} }]);
    appending.resolve();
    if (!database.embedded) await release.promise;
  });
  await appending.promise;
  const removing = database.transaction(async (tx) => events.remove(tx, 'gone'));
  setTimeout(release.resolve, 200);
  await Promise.all([writing, removing]);
  expect(await database.sql`SELECT 1 FROM events WHERE stream = 'gone'`).toHaveLength(0);
  expect(await events.lastId(database.sql, 'gone')).toBe(0);
});

test('the readers of a removed stream get its last events and end, also one that joins late', async () => {
  await events.appendNow('ended', [{ event: 'first', data: {} }]);
  const joined = Promise.withResolvers<void>();
  const receive = ({ event }: EventRecord) => {
    received.push(event);
    joined.resolve();
    return undefined;
  };
  const received: string[] = [];
  const following = events.follow('ended', 0, new AbortController().signal, receive);
  const begun = Promise.withResolvers<void>();
  const reading = (async () => {
    const names: string[] = [];
    for await (const { event } of events.read('ended', 0, new AbortController().signal)) {
      names.push(event);
      begun.resolve();
    }
    return names;
  })();
  const ofAnother = take('remaining', 0, 1);
  // A reader that begins after the removal would find nothing.
  await Promise.all([joined.promise, begun.promise]);
  await database.transaction(async (tx) => {
    await events.append(tx, 'ended', [{ event: 'last', data: {} }]);
    await events.remove(tx, 'ended');
  });
  await following;
  expect(received).toEqual(['first', 'last']);
  expect(await reading).toEqual(['first', 'last']);
  expect(await take('ended', 0, 1)).toEqual([]);
  await events.appendNow('remaining', [{ event: 'tick', data: {} }]);
  expect(await ofAnother).toHaveLength(1);
});

test('a removal that rolls back ends no reader', async () => {
  const reading = take('kept', 0, 1);
  const doomed = database.transaction(async (tx) => {
    await events.remove(tx, 'kept');
    throw new Error('rolled back');
  });
  await expect(doomed).rejects.toThrow('rolled back');
  await events.appendNow('kept', [{ event: 'tick', data: {} }]);
  expect(await reading).toHaveLength(1);
});

test('the readers of a removed stream end in other processes, even if the notification is lost', async () => {
  for (const url of new Set([redisUrl, undefined])) {
    const otherBus = createBus(url, log);
    const other = createEventLog(database, { ...otherBus, shared: true }, log);
    const stream = url === undefined ? 'lost' : 'notified';
    try {
      await events.appendNow(stream, [{ event: 'tick', data: {} }]);
      const joined = Promise.withResolvers<void>();
      const following = other.follow(stream, 0, new AbortController().signal, () => {
        joined.resolve();
        return undefined;
      });
      // A stream that has no events yet is not a removed one.
      const ofAnother = take(`${stream}-later`, 0, 1, other);
      await joined.promise;
      await database.transaction(async (tx) => events.remove(tx, stream));
      await following;
      await other.appendNow(`${stream}-later`, [{ event: 'tick', data: {} }]);
      expect(await ofAnother).toHaveLength(1);
    } finally {
      other.close();
      await otherBus.close();
    }
  }
});

test('a reader leaves when its signal fires', async () => {
  const stop = new AbortController();
  const reading = (async () => {
    const seen = [];
    for await (const record of events.read('five', 0, stop.signal)) seen.push(record);
    return seen;
  })();
  stop.abort();
  expect(await reading).toEqual([]);
});

test('with Redis, a reader in another process gets appended events live', async () => {
  if (redisUrl === undefined) {
    expect(bus.shared).toBe(false);
    return;
  }
  const otherBus = createBus(redisUrl, log);
  const other = createEventLog(database, otherBus, log);
  try {
    const reading = take('six', 0, 10, other);
    for (let i = 0; i < 10; i += 1) await events.appendNow('six', [{ event: 'tick', data: { i } }]);
    expect((await reading).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  } finally {
    other.close();
    await otherBus.close();
  }
});
