import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.ts';
import { afterCommit, afterRollback, type Database, json, nest } from './database.ts';

let database: Database;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
  await database.sql`CREATE TABLE transactions (place int)`;
});
afterAll(async () => remove());

/** As many concurrent transactions as the pool has connections, so that none is idle. */
async function transact(place: number): Promise<void> {
  await Promise.all(
    Array.from({ length: 20 }, async () =>
      database.transaction(async (tx) => {
        await tx`INSERT INTO transactions VALUES (${place})`;
      }),
    ),
  );
}

// If BEGIN is the query that fills the pipeline, postgres.js forgets the connection of the transaction.
test('a transaction can start after any number of queries in flight', async () => {
  const connections = database.embedded ? 1 : 20;
  const { sql } = database;
  for (let ahead = 90; ahead <= 110; ahead += 1) {
    const reads = Array.from({ length: ahead * connections }, (_, i) => sql`SELECT ${i}::int AS i`.execute());
    const [rows] = await Promise.all([Promise.all(reads), transact(ahead)]);
    expect(rows.map(([row]) => row?.['i'])).toEqual(Array.from({ length: ahead * connections }, (_, i) => i));
    expect(await sql`SELECT count(*)::int AS count FROM transactions WHERE place = ${ahead}`).toEqual([{ count: 20 }]);
  }
});

test('a JSON parameter has no text that a later query can’t read', async () => {
  const value = json({ 'na\0me': ['half \ud83c', '\ud83c\udf89'] });
  const [row] = await database.sql`
    SELECT ${value}::json->'name'->>0 AS half, ${value}::json->'name'->>1 AS whole, ${value}::jsonb AS all`;
  expect(row).toEqual({
    half: 'half \ufffd',
    whole: '\ud83c\udf89',
    all: { name: ['half \ufffd', '\ud83c\udf89'] },
  });
});

test('a listener of a commit’s notification may query immediately, even during the commit', async () => {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  await database.listen('notified', () => {
    database.sql`SELECT 1 AS one`.then(resolve, reject);
  });
  await database.transaction(async (tx) => {
    await tx`SELECT pg_notify('notified', '')`;
    // The embedded database may also deliver the notification after a statement of the next transaction.
    await tx`SELECT 1`;
  });
  expect(await promise).toEqual([{ one: 1 }]);
});

test('a branch that continues after another one has failed writes nothing', async () => {
  const ended = Promise.withResolvers<void>();
  const late = Promise.withResolvers<unknown>();
  const work = database.transaction(async (tx) => {
    const slow = async (): Promise<void> => {
      await tx`INSERT INTO transactions VALUES (201)`;
      await ended.promise;
      await tx`INSERT INTO transactions VALUES (202)`;
    };
    const branch = slow();
    branch.then(late.resolve, late.reject);
    await Promise.all([branch, Promise.reject(new Error('refused'))]);
  });
  await expect(work).rejects.toThrow('refused');
  ended.resolve();
  await expect(late.promise).rejects.toThrow('The transaction has ended');
  expect(await database.sql`SELECT place FROM transactions WHERE place IN (201, 202)`).toEqual([]);
});

test('a transaction that was kept for later refuses everything', async () => {
  const kept = await database.transaction(async (tx) => Promise.resolve({ tx }));
  expect(() => kept.tx`SELECT 1`).toThrow('The transaction has ended');
  expect(() => kept.tx.unsafe('SELECT 1')).toThrow('The transaction has ended');
  expect(() => afterCommit(kept.tx, () => {})).toThrow('The transaction has ended');
});

test('what was to follow a commit follows it once, but not if its part of the transaction was undone', async () => {
  const done: string[] = [];
  await database.transaction(async (tx) => {
    afterCommit(tx, () => done.push('outer'));
    await nest(tx, async (inner) => {
      await inner`INSERT INTO transactions VALUES (203)`;
      afterCommit(inner, () => done.push('kept part'));
    });
    const undone = nest(tx, async (inner) => {
      afterCommit(inner, () => done.push('undone part'));
      await inner`INSERT INTO transactions VALUES (204)`;
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(done).toEqual([]);
  });
  expect(done).toEqual(['outer', 'kept part']);
  expect(await database.sql`SELECT place FROM transactions WHERE place IN (203, 204)`).toEqual([{ place: 203 }]);
});

test('what was to follow a rollback follows it once, also that of a part, and never a commit', async () => {
  const done: string[] = [];
  const refused = database.transaction(async (tx) => {
    afterRollback(tx, () => done.push('all'));
    await nest(tx, async (inner) => afterRollback(inner, () => done.push('kept part')));
    const undone = nest(tx, async (inner) => {
      afterRollback(inner, () => done.push('undone part'));
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(done).toEqual(['undone part']);
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(done.toSorted()).toEqual(['all', 'kept part', 'undone part']);
  await database.transaction(async (tx) => Promise.resolve(afterRollback(tx, () => done.push('never'))));
  expect(done).not.toContain('never');
});
