import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabaseOnce, prepareTemplate } from './create-database.ts';
import { openDatabase } from './database.ts';
import { readMigrations } from './migrate.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-create-'));
});
afterEach(async () => rm(folder, { recursive: true, force: true }));

it('creates a complete, migrated database, also after an interrupted attempt, and only once', async () => {
  const directory = join(folder, 'data', 'database');
  const cache = join(folder, 'cache');
  await mkdir(`${directory}.unfinished/database/base`, { recursive: true });
  await createDatabaseOnce(directory, cache);
  expect(await readdir(join(folder, 'data'))).toEqual(['database']);
  const { names, transactions } = await listMigrations(join(folder, 'data'));
  expect(names).toEqual((await readMigrations()).map(({ name }) => name));
  // All or none: a new database never stays half migrated.
  expect(transactions).toBe(1);
  const { mtimeMs } = await stat(join(directory, 'PG_VERSION'));
  await createDatabaseOnce(directory, cache);
  expect((await stat(join(directory, 'PG_VERSION'))).mtimeMs).toBe(mtimeMs);
});

it('keeps a copy for the next one, and replaces that of an older version', async () => {
  const cache = join(folder, 'cache');
  await mkdir(join(cache, 'an-older-version'), { recursive: true });
  await prepareTemplate(cache);
  const [template = '', ...others] = await readdir(cache);
  expect(others).toEqual([]);
  const { ino } = await stat(join(cache, template));
  // Shows that the next database is a copy.
  await mkdir(join(cache, template, 'mark'));
  await mkdir(join(folder, 'data'));
  await createDatabaseOnce(join(folder, 'data', 'database'), cache);
  await prepareTemplate(cache);
  expect(await readdir(join(folder, 'data', 'database'))).toContain('mark');
  expect((await stat(join(cache, template))).ino).toBe(ino);
  expect((await listMigrations(join(folder, 'data'))).names).not.toEqual([]);
});

it('leaves it to the server, which reports the reason, if the process fails', async () => {
  await createDatabaseOnce(join(folder, 'nowhere', 'database'), join(folder, 'cache'));
  expect(await readdir(folder)).toEqual([]);
});

/** The applied migrations, and how many transactions applied them. */
async function listMigrations(dataDir: string): Promise<{ names: string[]; transactions: number }> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    const rows = await database.sql<{ name: string; transaction: string }[]>`
      SELECT name, xmin::text AS transaction FROM migrations ORDER BY name`;
    return {
      names: rows.map(({ name }) => name),
      transactions: new Set(rows.map(({ transaction }) => transaction)).size,
    };
  } finally {
    await database.close();
  }
}
