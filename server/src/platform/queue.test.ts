import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../test/client.ts';
import { openTestDatabase } from '../../test/open-test-database.ts';
import { renewDataId } from './data-id.ts';
import { json, type Database } from './database.ts';
import { StoreUnavailable } from './errors.ts';
import { createLog } from './log.ts';
import { bindJob, createQueue, defineJob } from './queue.ts';

let database: Database;
let redisUrl: string | undefined;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ database, redisUrl, remove } = await openTestDatabase());
  await database.sql`CREATE TABLE storm (id int PRIMARY KEY, seen int NOT NULL DEFAULT 0)`;
});
afterAll(async () => remove());

const stormJob = defineJob('test.storm', z.object({ id: z.int() }), 8);

test('every job runs during a flood of queries and rollbacks on the same connection', async () => {
  const queue = createQueue(database, redisUrl, createLog({ logLevel: 'fatal' }));
  const handled = new Map<number, number>();
  await queue.work([
    bindJob(stormJob, async ({ id }) => {
      await database.transaction(async (tx) => {
        await tx`UPDATE storm SET seen = seen + 1 WHERE id = ${id}`;
      });
      handled.set(id, (handled.get(id) ?? 0) + 1);
    }),
  ]);
  const total = 200;
  let storming = true;
  const storm = Array.from({ length: 6 }, async (_, worker) => {
    while (storming) {
      const doomed = database.transaction(async (tx) => {
        await tx`INSERT INTO storm (id) VALUES (${1_000_000 + worker})`;
        throw new Error('rolled back');
      });
      await expect(doomed).rejects.toThrow('rolled back');
      await database.sql`SELECT ${json({ worker })}::jsonb`;
    }
  });
  for (let id = 0; id < total; id += 1) {
    await database.transaction(async (tx) => {
      await tx`INSERT INTO storm (id) VALUES (${id})`;
      await queue.enqueue(tx, stormJob, { id });
    });
  }
  await eventually(async () => (handled.size === total ? true : undefined), 60_000);
  storming = false;
  await Promise.all(storm);
  const rows = await database.sql<{ id: number; seen: number }[]>`SELECT id, seen FROM storm ORDER BY id`;
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_, id) => id));
  expect(rows.every(({ id, seen }) => seen === handled.get(id) && seen >= 1)).toBe(true);
  await eventually(async () => {
    const [left] = await database.sql<{ count: number }[]>`SELECT count(*)::int AS count FROM outbox`;
    return left?.count === 0 ? true : undefined;
  });
  await queue.close();
});

const lostJob = defineJob('test.lost', z.object({ id: z.int() }), 1);

test('a job that was lost after the commit is queued again from the outbox', async () => {
  await database.sql`
    INSERT INTO outbox (job, payload, created_at)
    VALUES (${lostJob.name}, ${json({ payload: { id: 7 } })}, now() - interval '1 minute')`;
  const queue = createQueue(database, redisUrl, createLog({ logLevel: 'fatal' }));
  const seen: unknown[] = [];
  await queue.work([bindJob(lostJob, async (payload) => void seen.push(payload))]);
  await eventually(async () => (seen.length > 0 ? true : undefined));
  expect(seen[0]).toEqual({ id: 7 });
  await queue.close();
});

test('a lost job is queued again although others before it can’t be', async () => {
  // BullMQ refuses the name.
  await database.sql`
    INSERT INTO outbox (job, payload, created_at)
    SELECT 'test:refused', ${json({ payload: {} })}, now() - interval '1 hour' FROM generate_series(1, 600)`;
  await database.sql`
    INSERT INTO outbox (job, payload, created_at)
    VALUES (${lostJob.name}, ${json({ payload: { id: 8 } })}, now() - interval '1 minute')`;
  const queue = createQueue(database, redisUrl, createLog({ logLevel: 'silent' }));
  const seen: number[] = [];
  await queue.work([bindJob(lostJob, async ({ id }) => void seen.push(id))]);
  await eventually(async () => (seen.includes(8) ? true : undefined));
  // The job of the test before may come again: its row is deleted only after it was queued.
  expect(seen.filter((id) => id !== 7)).toEqual([8]);
  await database.sql`DELETE FROM outbox`;
  await queue.close();
});

test('a job requested in a transaction that rolls back never runs', async () => {
  const queue = createQueue(database, redisUrl, createLog({ logLevel: 'fatal' }));
  const doomed = database.transaction(async (tx) => {
    await queue.enqueue(tx, stormJob, { id: 1 });
    throw new Error('rolled back');
  });
  await expect(doomed).rejects.toThrow('rolled back');
  // The row of the test before may be there still: it is deleted only after its job was queued.
  const [left] = await database.sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM outbox WHERE job = ${stormJob.name}`;
  expect(left?.count).toBe(0);
  await queue.close();
});

const orphanedJob = defineJob('test.orphaned', z.object({ id: z.int() }), 1);

test('a job of replaced data never runs, and does not take the place of one of the data that replaced it', async () => {
  const before = createQueue(database, redisUrl, createLog({ logLevel: 'fatal' }));
  const outboxId = 4711;
  const enqueue = async (queue: typeof before, id: number): Promise<void> => {
    // A restore continues the numbers of the outbox where the backup had them.
    await database.sql`SELECT setval(pg_get_serial_sequence('outbox', 'id'), ${outboxId}, false)`;
    await database.transaction(async (tx) => queue.enqueue(tx, orphanedJob, { id }));
    await eventually(async () => {
      const left = await database.sql`SELECT 1 FROM outbox WHERE id = ${outboxId}`;
      return left.length === 0 ? true : undefined;
    });
  };
  await enqueue(before, 1);
  await before.hint(orphanedJob, { id: 2 }, { id: 'same' });
  await before.close();
  await renewDataId(database.sql);
  const after = createQueue(database, redisUrl, createLog({ logLevel: 'fatal' }));
  await enqueue(after, 3);
  await after.hint(orphanedJob, { id: 4 }, { id: 'same' });
  const seen: number[] = [];
  await after.work([bindJob(orphanedJob, async ({ id }) => void seen.push(id))]);
  // One at a time and in order, so those before these two have ended.
  await eventually(async () => (seen.includes(3) && seen.includes(4) ? true : undefined));
  expect(seen).toEqual([3, 4]);
  await after.close();
});

const blockedJob = defineJob('test.blocked', z.object({ id: z.int() }), 1);

test('a job that an outage interrupts is repeated more often than one with a fault', async () => {
  const queue = createQueue(database, redisUrl, createLog({ logLevel: 'silent' }), { pauseMs: 1 });
  let attempts = 0;
  await queue.work([
    bindJob(blockedJob, async () => {
      attempts += 1;
      if (attempts <= 12) throw new StoreUnavailable('The file storage is temporarily unavailable.', undefined);
    }),
  ]);
  await queue.hint(blockedJob, { id: 1 });
  await expect.poll(() => attempts, { timeout: 30_000 }).toBe(13);
  await queue.close();
});

const refusedJob = defineJob('test.refused', z.object({ id: z.int() }), 1);

test('a job that a store refuses for longer than outages last is given up', async () => {
  const queue = createQueue(database, redisUrl, createLog({ logLevel: 'silent' }), { pauseMs: 1, maxAgeMs: 0 });
  const seen: number[] = [];
  await queue.work([
    bindJob(refusedJob, async ({ id }) => {
      seen.push(id);
      if (id === 1) throw new StoreUnavailable('The file storage is temporarily unavailable.', undefined);
    }),
  ]);
  await queue.hint(refusedJob, { id: 1 }, { id: 'same' });
  // Its id is free once it is given up.
  await eventually(async () => {
    await queue.hint(refusedJob, { id: 2 }, { id: 'same' });
    return seen.includes(2) ? true : undefined;
  });
  expect(seen.filter((id) => id === 1)).toHaveLength(8);
  await queue.close();
});

const restoredJob = defineJob('test.restored', z.object({ id: z.int() }), 1);

test('servers that were cut off from the database during a restore lose no job of the restored data', async () => {
  const [web, worker, started] = [1, 2, 3].map(() => createQueue(database, redisUrl, createLog({ logLevel: 'fatal' })));
  const seen: number[] = [];
  const job = bindJob(restoredJob, async ({ id }) => void seen.push(id));
  const enqueue = async (id: number): Promise<void> => {
    await database.transaction(async (tx) => web?.enqueue(tx, restoredJob, { id }));
    await eventually(async () => (seen.includes(id) ? true : undefined));
  };
  await worker?.work([job]);
  await enqueue(1);
  await renewDataId(database.sql);
  await enqueue(2);
  await worker?.close();
  await renewDataId(database.sql);
  await started?.work([job]);
  await enqueue(3);
  expect(seen).toEqual([1, 2, 3]);
  await Promise.all([web?.close(), started?.close()]);
});
