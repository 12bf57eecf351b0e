import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PGlite } from '@electric-sql/pglite';
import postgres from 'postgres';
import { optimizedEngine } from '../../test/databases/optimized-engine.ts';
import { PGliteConnection } from './pglite-connection.ts';

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create({ pgliteWasmModule: await optimizedEngine() });
});
afterAll(async () => database.close());

/** postgres.js on a connection whose writes are split into chunks of `size` bytes. */
function connect(size: number, hasSpace?: () => boolean) {
  const made: PGliteConnection[] = [];
  const socket = (): PGliteConnection => {
    const connection = new PGliteConnection(database, hasSpace);
    const write = connection._write.bind(connection);
    connection._write = (chunk, encoding, done) => {
      const pass = (from: number): void => {
        if (from >= chunk.length) done(null);
        else write(chunk.subarray(from, from + size), encoding, (error) => (error ? done(error) : pass(from + size)));
      };
      pass(0);
    };
    made.push(connection);
    return connection;
  };
  const options: object = { socket, user: 'postgres', database: 'postgres', max: 1, ssl: false };
  return { sql: postgres(options), made };
}

test.each([1, 7, 100_000])('messages arrive whole in pieces of %i bytes', async (size) => {
  const { sql, made } = connect(size);
  const text = 'ä'.repeat(3_000);
  const rows = await Promise.all([
    sql`SELECT ${text}::text AS text, 1 AS n`,
    sql`SELECT n FROM generate_series(1, 2000) AS n`,
    sql`SELECT nothing`.catch((error: unknown) => error),
  ]);
  expect(rows[0]).toEqual([{ text, n: 1 }]);
  expect(rows[1]).toHaveLength(2000);
  expect(rows[2]).toMatchObject({ code: '42703' });
  await sql.end();
  await expect.poll(() => made.map(({ closed }) => closed)).toEqual([true]);
});

test('a new connection after one that broke in a transaction finds no open transaction', async () => {
  const first = connect(100_000);
  await first.sql`CREATE TABLE kept (n int)`;
  const cut = first.sql.begin(async (tx) => {
    await tx`INSERT INTO kept VALUES (1)`;
    first.made[0]?.destroy();
    await tx`INSERT INTO kept VALUES (2)`;
  });
  await expect(cut).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  const { sql } = connect(100_000);
  expect(await sql`SELECT * FROM kept`).toEqual([]);
  await sql.end();
});

test('an error does not affect messages after its Sync, and a failed statement can be sent again', async () => {
  const { sql } = connect(100_000);
  const divide = (by: number) => sql`SELECT 6 / ${by}::int AS n`;
  expect(await divide(2)).toEqual([{ n: 3 }]);
  // Sent in one write: the statement is prepared, and each execution ends with its own Sync.
  const answers = await Promise.allSettled([divide(0), divide(3), divide(0), sql`SELECT nothing`, divide(1)]);
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0] : answer.reason.code))).toEqual([
    '22012',
    { n: 2 },
    '22012',
    '42703',
    { n: 6 },
  ]);
  await sql.end();
});

test('a failed transaction does not affect later statements', async () => {
  const { sql } = connect(100_000);
  await sql`CREATE TABLE sums (n int PRIMARY KEY)`;
  const failed = sql.begin(async (tx) =>
    Promise.all([1, 2, 2, 3].map(async (n) => tx`INSERT INTO sums VALUES (${n})`)),
  );
  const [reason] = await Promise.all([failed.catch((error: unknown) => error), sql`INSERT INTO sums VALUES (4)`]);
  expect(reason).toMatchObject({ code: '23505' });
  expect(await sql`SELECT n FROM sums`).toEqual([{ n: 4 }]);
  await sql.end();
});

test('all messages up to a Sync are one call to the database, without later ones', async () => {
  const { sql } = connect(100_000);
  const add = (n: number) => sql`SELECT ${n}::int + 1 AS n`;
  await add(0);
  const calls = vi.spyOn(database, 'execProtocolRawStream');
  expect(await Promise.all([add(1), add(2), add(3)])).toEqual([[{ n: 2 }], [{ n: 3 }], [{ n: 4 }]]);
  expect(calls).toHaveBeenCalledTimes(3);
  await sql.end();
});

test.each([1, 100_000])(
  'on a full disk no transaction begins, and those that have begun end (pieces of %i)',
  async (size) => {
    let isFull = false;
    const { sql } = connect(size, () => !isFull);
    await sql`CREATE TABLE full_disk (n int)`;
    const insert = async (n: number): Promise<unknown> => sql`INSERT INTO full_disk VALUES (${n})`;
    const refused = { code: '53100', message: expect.stringMatching(/^less than \d+ MB are free/) };
    await insert(1);
    await sql.begin(async (tx) => {
      isFull = true;
      await tx`INSERT INTO full_disk VALUES (${2})`;
    });
    // Prepared before, prepared now, without parameters, a transaction, and several statements.
    await expect(insert(3)).rejects.toMatchObject(refused);
    await expect(sql`INSERT INTO full_disk SELECT ${3}::int WHERE ${true}`).rejects.toMatchObject(refused);
    await expect(sql`SELECT 1`).rejects.toMatchObject(refused);
    await expect(sql.begin(async (tx) => tx`SELECT 1`)).rejects.toMatchObject(refused);
    await expect(sql.unsafe('SELECT 1; SELECT 2')).rejects.toMatchObject(refused);
    const together = await Promise.allSettled([insert(3), sql`SELECT 3`, insert(3)]);
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    isFull = false;
    await Promise.all([insert(4), insert(5)]);
    await sql`INSERT INTO full_disk SELECT ${6}::int WHERE ${true}`;
    expect((await sql`SELECT n FROM full_disk ORDER BY n`).map(({ n }) => n)).toEqual([1, 2, 4, 5, 6]);
    await sql`DROP TABLE full_disk`;
    await sql.end();
  },
);
