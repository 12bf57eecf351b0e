import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { cloneServerDatabase } from '../../../test/databases/clone-server-database.ts';
import { openTestDatabase } from '../../../test/open-test-database.ts';
import { readDataId, renewDataId } from '../data-id.ts';
import { type Database, openDatabase } from '../database.ts';
import { StartError } from '../errors.ts';
import { listMigrations, listTables } from './catalogue.ts';
import { loadDatabase } from './load-database.ts';
import { readRows } from './read-rows.ts';

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
});
afterAll(async () => remove());

beforeEach(async () => {
  const { sql } = database;
  await sql`INSERT INTO workspaces (id, name) VALUES ('ws_a', 'Ada')`;
  await sql`
    INSERT INTO workflows (id, workspace_id, name, description, status, input_schema, max_duration_s, version)
    VALUES ('wfl_a', 'ws_a', 'Say', '', 'active', '{}', 60, 1)`;
  await sql`
    INSERT INTO executions (id, workspace_id, workflow_id, workflow_version, workflow_name, status, inputs, max_duration_s)
    VALUES ('exe_a', 'ws_a', 'wfl_a', 1, 'Say', 'completed', '{}', 60)`;
});
afterEach(async () => database.sql`DELETE FROM workspaces WHERE id = 'ws_a'`);

/** The size of the batches in which rows are read here. */
const batchRows = 100;

type Rows = Map<string, string[]>;

/** The rows of every table, as a backup has them, but not the id that each load renews. */
async function readAll(from = database): Promise<Rows> {
  return from.snapshot(async (tx) => {
    const rows: Rows = new Map();
    for (const table of await listTables(tx)) {
      const lines: string[] = [];
      for await (const batch of readRows(tx, table)) lines.push(...batch);
      rows.set(table.name, table.name === 'settings' ? lines.filter((line) => !line.includes('"data_id"')) : lines);
    }
    return rows;
  });
}

/** Replaces everything in the database by these rows; returns the keys of the files that are left. */
async function replaceAll(rows: Rows, through = database): Promise<string[]> {
  const { sql } = database;
  const source = {
    migrations: await listMigrations(sql),
    tables: (await listTables(sql)).filter(({ name }) => name !== 'customers'),
    sequences: [],
    async *readRows({ name }: { name: string }) {
      const lines = rows.get(name) ?? [];
      for (let at = 0; at < lines.length; at += batchRows) yield lines.slice(at, at + batchRows);
    },
  };
  return loadDatabase(through, source, true, async () => undefined);
}

test('text that Postgres has accepted, but can’t decode, is repaired', async () => {
  const { sql } = database;
  const similar = [String.raw`C:\u0000 \ud83c`, '"\ud83c\udf89"', '\n\t\\'];
  const outputs = String.raw`{"cut": "Well done, \ud83c", "n\u0000": ["a\u0000"], "similar": ${JSON.stringify(similar)}}`;
  await sql`
    INSERT INTO node_runs (execution_id, path, attempt, node_type, status, outputs)
    VALUES ('exe_a', 'say', 1, 'code', 'completed', ${outputs})`;
  await replaceAll(await readAll());
  expect((await sql`SELECT outputs FROM node_runs`)[0]).toEqual({
    outputs: { cut: 'Well done, \ufffd', n: ['a'], similar },
  });
});

describe('a failure', () => {
  test.each([
    ['workspaces', '{"id": "ws_b", "name": "Bob", "created_at": "some time ago"}', /some time ago/],
    // A run of an execution that is missing.
    [
      'node_runs',
      '{"execution_id": "exe_b", "path": "say", "attempt": 1, "place": 9, "node_type": "code", "status": "completed", "handled": false}',
      /foreign key/,
    ],
  ])('is reported with the name of the table (%s), and nothing changes', async (table, line, reason) => {
    const before = await readAll();
    const failing = replaceAll(new Map([...before, [table, [...(before.get(table) ?? []), line]]]));
    await expect(failing).rejects.toBeInstanceOf(StartError);
    await expect(failing).rejects.toThrow(
      new RegExp(`^The database is unchanged: the rows of the table ${table} can't`),
    );
    await expect(failing).rejects.toThrow(reason);
    expect(await readAll()).toEqual(before);
  });
});

test('the files that only the replaced rows know are returned', async () => {
  const { sql } = database;
  const addFile = async (id: string, key: string): Promise<unknown> => sql`
    INSERT INTO files (id, workspace_id, owner, storage_key, file_name, file_size, mime_type, sha256)
    VALUES (${id}, 'ws_a', 'api', ${key}, 'a.txt', 1, 'text/plain', '')`;
  await addFile('fil_kept', 'kept');
  const backedUp = await readAll();
  await addFile('fil_newer', 'newer');
  await addFile('fil_again', 'kept');
  // Of a deleted file that was restored, and of an upload that was never recorded.
  await sql`INSERT INTO files_to_remove (key, due_at) VALUES ('kept', now()), ('uploaded', now() + interval '1 day')`;
  expect(await replaceAll(backedUp)).toEqual(['newer', 'uploaded']);
  // If the process dies before it removes them, the server does.
  expect(await sql`SELECT key FROM files_to_remove ORDER BY key`).toEqual([{ key: 'newer' }, { key: 'uploaded' }]);
  await sql`DELETE FROM files_to_remove`;
});

test('the files of the replaced rows are recorded in the same transaction, after which the process may die', async () => {
  const { sql } = database;
  await sql`INSERT INTO files_to_remove (key, due_at) VALUES ('newer', now() + interval '1 day')`;
  let isReplaced = false;
  const transaction: Database['transaction'] = async (work) => {
    if (isReplaced) throw new Error('died');
    return database.transaction(work).finally(() => (isReplaced = true));
  };
  await replaceAll(await readAll(), { ...database, transaction }).catch(() => undefined);
  expect(await sql`SELECT key FROM files_to_remove WHERE due_at < now() + interval '1 hour'`).toEqual([
    { key: 'newer' },
  ]);
  await sql`DELETE FROM files_to_remove`;
});

test('the data gets another id each time, which the jobs of the replaced data lack', async () => {
  await renewDataId(database.sql);
  const [rows, before] = [await readAll(), await readDataId(database.sql)];
  await replaceAll(rows);
  const after = await readDataId(database.sql);
  await replaceAll(rows);
  const ids = [before, after, await readDataId(database.sql)];
  expect(new Set([...ids, undefined]).size).toBe(4);
});

/** Everything in the schema that a load drops or disables for a while. */
async function readChecks(): Promise<string[]> {
  const rows = await database.sql<{ line: string }[]>`
    SELECT indexdef AS line FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL
    SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY 1`;
  return rows.map(({ line }) => line);
}

test('tables with few and with many rows keep their indexes, foreign keys and triggers', async () => {
  const { sql } = database;
  await sql`
    INSERT INTO executions (id, workspace_id, workflow_id, workflow_version, workflow_name, status, inputs, max_duration_s)
    SELECT 'exe_' || n, 'ws_a', 'wfl_a', 1, 'Say', 'completed', '{}', 60 FROM generate_series(1, ${2 * batchRows}::int) n`;
  // Its table has a trigger.
  await sql`INSERT INTO interface_credits (interface_id, day) VALUES ('chi_a', current_date)`;
  const [rows, checks] = [await readAll(), await readChecks()];
  await replaceAll(rows);
  expect(await readAll()).toEqual(rows);
  expect(await readChecks()).toEqual(checks);
  expect(checks.length).toBeGreaterThan(300);
  // They are also in use: a row of an execution that is missing is refused.
  await expect(
    sql`INSERT INTO node_runs (execution_id, path, attempt, node_type, status) VALUES ('exe_b', 'a', 1, 'code', 'completed')`,
  ).rejects.toThrow('foreign key');
  await sql`DELETE FROM interface_credits`;
});

test('a database without rows whose sequences were used is emptied, too', async () => {
  const { sql } = database;
  const names = (await sql`SELECT sequencename FROM pg_sequences WHERE schemaname = 'public'`).map(
    ({ sequencename: name }) => String(name),
  );
  const [name = ''] = names;
  await sql`DELETE FROM workspaces`;
  await replaceAll(new Map());
  await sql`SELECT nextval(${name})`;
  await replaceAll(new Map());
  expect(await sql`SELECT last_value FROM pg_sequences WHERE sequencename = ${name}`).toEqual([{ last_value: null }]);
});

test('what a failed attempt has left in the files of a new database is removed by the next one', async () => {
  const { sql } = database;
  const countPages = async (): Promise<number> => {
    const [size] = await sql`
      SELECT sum(pg_relation_size(oid) / current_setting('block_size')::int)::int AS pages FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`;
    return Number(size?.['pages']);
  };
  const [rows, kept] = [await readAll(), await sql`SELECT * FROM workspaces`];
  await replaceAll(new Map());
  await sql`DELETE FROM settings`;
  // Two megabytes of rows, of a workspace that is missing.
  const workflow = rows.get('workflows')?.[0] ?? '';
  const many = Array.from({ length: 1000 }, (_, n) =>
    JSON.stringify({ ...(JSON.parse(workflow) as object), id: `wfl_${n}`, name: 'Say'.repeat(600) + String(n) }),
  );
  await expect(replaceAll(new Map([['workflows', many]]))).rejects.toThrow('foreign key');
  const before = await countPages();
  await replaceAll(rows);
  expect(before).toBeGreaterThan(100);
  expect(await countPages()).toBeLessThan(50);
  expect(await sql`SELECT * FROM workspaces`).toEqual(kept);
});

test('a new database in which only keys for files are reserved is not emptied, which takes seconds', async () => {
  const { sql } = database;
  const [rows, kept] = [await readAll(), await sql`SELECT * FROM workspaces`];
  await replaceAll(new Map());
  await sql`DELETE FROM settings`;
  // As a restore does before it stores the files.
  await sql`INSERT INTO files_to_remove (key, due_at) VALUES ('reserved', now() + interval '1 day')`;
  const listFiles = async () => sql`
    SELECT relname, pg_relation_filenode(oid) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`;
  const before = await listFiles();
  expect(await replaceAll(rows)).toEqual(['reserved']);
  expect(await listFiles()).toEqual(before);
  expect(await sql`SELECT * FROM workspaces`).toEqual(kept);
  await sql`DELETE FROM files_to_remove`;
});

// The embedded database has only one connection.
test.runIf(process.env['TEST_DATABASE_URL'])(
  'nothing else is written to a new database before the restore has ended',
  async () => {
    const rows = await readAll();
    // A database of its own, because a restore is refused once there is another connection.
    const { database: empty, remove: removeEmpty } = await openTestDatabase();
    onTestFinished(removeEmpty);
    await empty.sql`DELETE FROM settings`;
    const attempts: Promise<unknown>[] = [];
    const source = {
      migrations: await listMigrations(empty.sql),
      tables: await listTables(empty.sql),
      sequences: [],
      async *readRows({ name }: { name: string }) {
        // As a server does that starts now; through another connection, because this one's is in the transaction.
        if (attempts.length < 3) {
          const attempt = empty.raw.begin(async (tx) => {
            await tx`SET LOCAL lock_timeout = '20ms'`;
            await tx`INSERT INTO settings (name, value) VALUES (${`started during ${name}`}, 'now')`;
          });
          attempts.push(attempt);
          await attempt.catch(() => undefined);
        }
        yield rows.get(name) ?? [];
      },
    };
    await loadDatabase(empty, source, false, async () => undefined);
    expect(attempts).toHaveLength(3);
    for (const attempt of attempts) await expect(attempt).rejects.toThrow('lock timeout');
    expect(await readAll(empty)).toEqual(rows);
  },
);

// The embedded database is locked from the beginning.
test.runIf(process.env['TEST_DATABASE_URL'])(
  'data is not replaced below a server that was started while the files were stored',
  async () => {
    const { database: used, remove: removeUsed } = await openTestDatabase();
    onTestFinished(removeUsed);
    await used.sql`INSERT INTO workspaces (id, name) VALUES ('ws_used', 'Grace')`;
    const [named] = await used.sql<{ name: string }[]>`SELECT current_database() AS name`;
    const databaseUrl = Object.assign(new URL(String(process.env['TEST_DATABASE_URL'])), { pathname: named?.name });
    let server: Database | undefined;
    const source = {
      migrations: await listMigrations(used.sql),
      tables: await listTables(used.sql),
      sequences: [],
      putFiles: async () => {
        server = await openDatabase({ databaseUrl: databaseUrl.href, dataDir: '' });
      },
      async *readRows() {
        yield [];
      },
    };
    const load = async () => loadDatabase(used, source, true, async () => undefined);
    try {
      await expect(load()).rejects.toThrow('A server is running on this database: stop it first');
    } finally {
      await server?.close();
    }
    expect(await used.sql`SELECT name FROM workspaces`).toEqual([{ name: 'Grace' }]);
    source.putFiles = async () => undefined;
    await load();
    expect(await used.sql`SELECT name FROM workspaces`).toEqual([]);
  },
);

describe('a database with a table of another application', () => {
  const addForeign = async ({ sql }: Database) => {
    await sql`CREATE TABLE customers (id int)`;
    await sql`INSERT INTO customers VALUES (1)`;
  };
  const refusal = new StartError('The database has a table of another application (customers): use an empty database');

  test('is refused before anything is created in it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-foreign-'));
    onTestFinished(async () => rm(folder, { recursive: true, force: true }));
    const { TEST_DATABASE_URL: server } = process.env;
    const clone = server === undefined ? undefined : await cloneServerDatabase(server, { template: 'template1' });
    const foreign = await openDatabase({ databaseUrl: clone?.url, dataDir: folder });
    try {
      await addForeign(foreign);
      // As Laravel has it.
      await foreign.sql`CREATE TABLE migrations (id int, migration text, batch int)`;
      const source = {
        migrations: await listMigrations(database.sql),
        tables: await listTables(database.sql),
        sequences: [],
        async *readRows() {
          yield [];
        },
      };
      await expect(loadDatabase(foreign, source, true, async () => undefined)).rejects.toThrow(refusal);
      expect(await foreign.sql`SELECT id FROM customers`).toEqual([{ id: 1 }]);
      const tables = await foreign.sql`SELECT 1 FROM pg_class WHERE relnamespace = 'public'::regnamespace`;
      expect(tables).toHaveLength(2);
    } finally {
      await foreign.close();
      await clone?.drop();
    }
  });

  test('beside ours is not emptied', async () => {
    const before = await readAll();
    await addForeign(database);
    try {
      await expect(replaceAll(before)).rejects.toThrow(refusal);
      expect(await database.sql`SELECT id FROM customers`).toEqual([{ id: 1 }]);
    } finally {
      await database.sql`DROP TABLE customers`;
    }
  });
});

test('data that was written while the files were stored is not replaced without being asked', async () => {
  const { sql } = database;
  const rows = await readAll();
  await replaceAll(new Map());
  const source = {
    migrations: await listMigrations(sql),
    tables: await listTables(sql),
    sequences: [],
    // As a server does that was started meanwhile.
    putFiles: async () => void (await sql`INSERT INTO workspaces (id, name) VALUES ('ws_new', 'Eve')`),
    async *readRows({ name }: { name: string }) {
      yield rows.get(name) ?? [];
    },
  };
  const load = async (replace: boolean) => loadDatabase(database, source, replace, async () => undefined);
  await expect(load(false)).rejects.toThrow(new StartError('There is already data; to delete it first, add --replace'));
  expect(await sql`SELECT name FROM workspaces`).toEqual([{ name: 'Eve' }]);
  await sql`DELETE FROM workspaces`;
  await load(true);
  expect(await readAll()).toEqual(rows);
});
