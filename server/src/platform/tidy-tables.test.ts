import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../test/open-test-database.ts';
import type { Database } from './database.ts';
import { tidyTables } from './tidy-tables.ts';

let database: Database;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
});
afterAll(async () => remove());

async function readState(table: string) {
  // Postgres reports changes once a second by its clock, which the tests of another file may have moved forward.
  await database.sql`SELECT pg_stat_force_next_flush()`;
  const [state] = await database.sql<{ dead: number; changed: number; known: number }[]>`
    SELECT s.n_dead_tup::int AS dead, s.n_mod_since_analyze::int AS changed, c.reltuples::int AS known
    FROM pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid WHERE s.relname = ${table}`;
  return state;
}

test('a table whose rows were replaced is vacuumed, and the planner learns its size', async () => {
  const { sql } = database;
  await sql`CREATE TABLE "Untidy" (id int PRIMARY KEY, turn int)`;
  await sql`CREATE INDEX ON "Untidy" (turn)`;
  await sql`INSERT INTO "Untidy" SELECT id, 0 FROM generate_series(1, 300) AS id`;
  for (let turn = 1; turn <= 5; turn += 1) await sql`UPDATE "Untidy" SET turn = ${turn}`;
  // A server reports what its other sessions have changed with a delay.
  await expect.poll(async () => (await readState('Untidy'))?.dead).toBeGreaterThan(300);
  await tidyTables(sql);
  await expect.poll(async () => readState('Untidy')).toEqual({ dead: 0, changed: 0, known: 300 });
});

test('a table that has grown by thousands of rows is vacuumed, so that its index can be read alone', async () => {
  const { sql } = database;
  await sql`CREATE TABLE filled (id int PRIMARY KEY)`;
  await sql`INSERT INTO filled SELECT generate_series(1, 2000)`;
  await expect.poll(async () => (await readState('filled'))?.changed).toBe(2000);
  await tidyTables(sql);
  expect(await sql`SELECT relallvisible = relpages AS is_visible FROM pg_class WHERE relname = 'filled'`).toEqual([
    { is_visible: true },
  ]);
});

test('a table that has only grown is analysed, and one with few changes is left alone', async () => {
  const { sql } = database;
  await sql`CREATE TABLE grown (id int PRIMARY KEY)`;
  await sql`CREATE TABLE small (id int PRIMARY KEY)`;
  await sql`INSERT INTO grown SELECT generate_series(1, 300)`;
  await sql`INSERT INTO small SELECT generate_series(1, 10)`;
  await expect.poll(async () => (await readState('small'))?.changed).toBe(10);
  await tidyTables(sql);
  await expect.poll(async () => readState('grown')).toEqual({ dead: 0, changed: 0, known: 300 });
  expect(await readState('small')).toMatchObject({ changed: 10, known: -1 });
});

test('others get the connection between the parts of a large table, whose sample is small', async () => {
  const { sql } = database;
  await sql`CREATE TABLE large (id int, text text)`;
  await sql`INSERT INTO large SELECT id, repeat(md5(id::text), 4) FROM generate_series(1, 20000) AS id`;
  await sql`DELETE FROM large WHERE id > 15000`;
  await expect.poll(async () => (await readState('large'))?.changed).toBe(25_000);
  const statements: string[] = [];
  const unsafe = new Proxy(sql.unsafe, {
    apply: (target, self, words: string[]) => {
      statements.push(words[0] ?? '');
      return Reflect.apply(target, self, words) as unknown;
    },
  });
  const noting = new Proxy(sql, { get: (target, name) => (name === 'unsafe' ? unsafe : Reflect.get(target, name)) });
  await tidyTables(noting);
  const ofLarge = statements.filter((text) => text.includes('large'));
  expect(ofLarge.map((text) => /VACUUM|ANALYZE/.exec(text)?.[0])).toEqual(['VACUUM', 'VACUUM', 'ANALYZE']);
  expect(ofLarge.filter((text) => text.includes('VACUUM') && text.includes('ANALYZE'))).toEqual([]);
  await expect.poll(async () => readState('large')).toMatchObject({ dead: 0, changed: 0 });
  const [sampled] = await sql<{ bounds: number }[]>`
    SELECT array_length(histogram_bounds, 1) AS bounds FROM pg_stats WHERE tablename = 'large' AND attname = 'id'`;
  expect(sampled?.bounds).toBeLessThan(50);
});
