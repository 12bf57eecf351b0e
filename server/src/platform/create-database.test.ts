import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginDatabase, createDatabaseOnce, prepareTemplate } from './create-database.ts';
import { openDatabase } from './database.ts';
import { readMigrations } from './migrations.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-create-'));
});
afterEach(async () => rm(folder, { recursive: true, force: true }));

describe('with a copy for the next one', () => {
  let home = '';
  let cache = '';
  let template = '';
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'portico-create-'));
    cache = join(home, 'cache');
    await mkdir(join(cache, 'an-older-version'), { recursive: true });
    await prepareTemplate(cache);
    const [name = ''] = await readdir(cache);
    template = join(cache, name);
  });
  afterAll(async () => rm(home, { recursive: true, force: true }));

  let data = '';
  let directory = '';
  beforeEach(async () => {
    data = join(folder, 'data');
    directory = join(data, 'database');
    await mkdir(data);
  });

  it('makes the next one of it, and keeps it', async () => {
    const { ino } = await stat(template);
    // Shows that the next database is a copy.
    await mkdir(join(template, 'mark'));
    await createDatabaseOnce(directory, cache);
    await prepareTemplate(cache);
    expect(await readdir(directory)).toContain('mark');
    expect((await stat(template)).ino).toBe(ino);
    expect((await listMigrations(data)).names).not.toEqual([]);
  });

  it('has removed that of an older version, and the log that a new database does not need', async () => {
    expect(await readdir(cache)).toHaveLength(1);
    // By default, a single segment has 16 MB.
    expect(await sizeOf(join(template, 'pg_wal'))).toBeLessThan(3_000_000);
  });

  it('has none of the databases that Postgres copies for new ones', async () => {
    expect(await readdir(join(template, 'base'))).toHaveLength(1);
    await createDatabaseOnce(directory, cache);
    const database = await openDatabase({ databaseUrl: undefined, dataDir: data });
    const rows = await database.raw`SELECT datname FROM pg_database`;
    await database.close();
    expect(rows).toEqual([{ datname: 'postgres' }]);
  });

  it('uses what was begun ahead, and removes what another process has left', async () => {
    await mkdir(`${directory}.unfinished-by-another/base`, { recursive: true });
    await beginDatabase(directory, cache);
    const begun = (await readdir(data)).find((name) => !name.endsWith('another'));
    const { ino } = await stat(join(data, begun ?? ''));
    await createDatabaseOnce(directory, cache);
    expect(await readdir(data)).toEqual(['database']);
    expect((await stat(directory)).ino).toBe(ino);
    expect((await listMigrations(data)).names).not.toEqual([]);
  });

  it('creates one without the copy if that can’t be read, also after an interrupted attempt, and only once', async () => {
    // Nothing can be copied into itself. Usually, the copy is that of another user, who has tried `npm start`.
    const inside = join(template, 'data');
    const uncopied = join(inside, 'database');
    await mkdir(`${uncopied}.unfinished/database/base`, { recursive: true });
    await createDatabaseOnce(uncopied, cache);
    expect(await readdir(inside)).toEqual(['database']);
    const { names, transactions } = await listMigrations(inside);
    expect(names).toEqual((await readMigrations()).map(({ name }) => name));
    // All or none: a new database never stays half migrated.
    expect(transactions).toBe(1);
    const { mtimeMs } = await stat(join(uncopied, 'PG_VERSION'));
    await mkdir(`${uncopied}.unfinished-by-a-killed-one/base`, { recursive: true });
    await createDatabaseOnce(uncopied, cache);
    expect(await readdir(inside)).toEqual(['database']);
    expect((await stat(join(uncopied, 'PG_VERSION'))).mtimeMs).toBe(mtimeMs);
    await rm(inside, { recursive: true });
  });

  it('copies again if another process has removed what was begun', async () => {
    await beginDatabase(directory, cache);
    for (const name of await readdir(data)) {
      await rm(join(data, name), { recursive: true, force: true, maxRetries: 10 });
    }
    await createDatabaseOnce(directory, cache);
    expect(await readdir(data)).toEqual(['database']);
    expect((await listMigrations(data)).names).not.toEqual([]);
  });
});

it('keeps no copy for the next one if the folder for it can’t be created', async () => {
  await writeFile(join(folder, 'file'), '');
  await prepareTemplate(join(folder, 'file', 'cache'));
  expect(await readdir(folder)).toEqual(['file']);
});

it('leaves it to the server, which reports the reason, if the process fails', async () => {
  await createDatabaseOnce(join(folder, 'nowhere', 'database'), join(folder, 'cache'));
  expect(await readdir(folder)).toEqual([]);
});

it.each([['--eval'], ['--input-type=module', '--eval']])(
  'does not run again what Node.js was given as text (%s)',
  async (...options) => {
    const runs = join(folder, 'runs');
    // The process that creates the database fails at once, because its folder is missing. It would run this, too.
    const program = `
      import('node:fs').then(async ({ appendFileSync }) => {
        appendFileSync(${JSON.stringify(runs)}, 'run ');
        if (process.send !== undefined) process.exit(1);
        const { createDatabaseOnce } = await import(${JSON.stringify(join(import.meta.dirname, 'create-database.ts'))});
        await createDatabaseOnce(${JSON.stringify(join(folder, 'nowhere', 'database'))}, ${JSON.stringify(folder)});
      });`;
    await promisify(execFile)(process.execPath, [...options, program]);
    expect(await readFile(runs, 'utf8')).toBe('run ');
  },
);

async function sizeOf(path: string): Promise<number> {
  const files = await readdir(path, { withFileTypes: true });
  const sizes = files.map(async (file) => (file.isFile() ? (await stat(join(path, file.name))).size : 0));
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

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
