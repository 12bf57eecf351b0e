import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { call } from './client.ts';
import { cloneServerDatabase } from './databases/clone-server-database.ts';
import { connect } from './databases/connect.ts';
import { type DatabaseHome, prepareDatabaseHome } from './databases/prepare-database-home.ts';
import { type Environment, runPortico, spawnPortico, spawnProgram } from './run-portico.ts';
import { spawnServer } from './spawn-server.ts';

/*
 * Servers and commands with settings of another installation: a wrong DATA_DIR, a wrong or lost SECRET_KEY, an empty or
 * an older database.
 */
const onServer = process.env['TEST_DATABASE_URL'];
const cleanUps: (() => Promise<unknown>)[] = [];
let work = '';

// Each command and server is a process, which takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

/** Runs a command as an operator does. */
const spawned = async (environment: Environment, ...words: string[]) => spawnPortico(environment, words, work);
const portico = async (environment: Environment, ...words: string[]) => runPortico(environment, words, work);
/** Runs a server that can't start. */
const start = async (environment: Environment) => spawnProgram('server', environment, []);
/** A result that is refused with one line. */
const refused = (line: RegExp) => ({ code: 1, out: '', error: expect.stringMatching(line) });

const newFolder = async (): Promise<string> => mkdtemp(join(work, 'folder-'));

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'portico-foreign-'));
  cleanUps.push(async () => rm(work, { recursive: true, force: true }));
});
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

describe('a lost secret key', () => {
  let home: DatabaseHome;
  let dataDir = '';
  let apiKey = '';
  let key = '';
  let environment: Environment = {};
  beforeAll(async () => {
    dataDir = await newFolder();
    home = await prepareDatabaseHome(dataDir);
    cleanUps.push(home.remove);
    environment = { DATA_DIR: dataDir, ...home.environment };
    const server = await spawnServer(dataDir, home.environment);
    apiKey = server.apiKey;
    await server.end('SIGTERM');
    key = await readFile(join(dataDir, 'secret-key'), 'utf8');
    await rm(join(dataDir, 'secret-key'));
  });

  test('stops the start and each command, and no new one is made', async () => {
    const line = /DATA_DIR: .*secret-key is missing\. .*SECRET_KEY.*secret-key accept.*\n$/;
    expect(await start(environment)).toMatchObject({ code: 1, error: expect.stringMatching(line) });
    expect(await spawned(environment, 'key', 'list')).toEqual(refused(line));
    expect(await portico(environment, 'backup', 'keyless.zip')).toEqual(refused(line));
    expect(existsSync(join(work, 'keyless.zip'))).toBe(false);
    expect(await readdir(dataDir)).not.toContain('secret-key');
  });

  test('is not replaced by a wrong one', async () => {
    const wrong = { ...environment, SECRET_KEY: 'another key of thirty-two characters' };
    const line = /SECRET_KEY: is not the key of this installation\. .*secret-key accept.*\n$/;
    const { code, error } = await start(wrong);
    expect({ code, lines: error.trim().split('\n') }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^Portico can't start\. SECRET_KEY: is not the key/)],
    });
    expect(await portico(wrong, 'key', 'list')).toEqual(refused(line));
    expect(await portico(wrong, 'backup', 'wrong.zip')).toEqual(refused(line));
    await writeFile(join(dataDir, 'secret-key'), 'f'.repeat(64));
    const inFolder = /DATA_DIR: .*secret-key is not the key of this installation\. .*secret-key accept.*\n$/;
    expect(await portico(environment, 'key', 'list')).toEqual(refused(inFolder));
    await writeFile(join(dataDir, 'secret-key'), key);
    expect(await portico(environment, 'key', 'list')).toMatchObject({ code: 0, error: '' });
  });

  test('is replaced as the guide says, and the server starts', async () => {
    await rm(join(dataDir, 'secret-key'));
    const accepted = await spawned(environment, 'secret-key', 'accept');
    expect(accepted).toMatchObject({
      code: 0,
      error: '',
      out: expect.stringMatching(/secret-key is now the key of this installation/),
    });
    expect(await readFile(join(dataDir, 'secret-key'), 'utf8')).not.toBe(key);
    const server = await spawnServer(dataDir, home.environment);
    expect((await call({ url: server.url, apiKey }, 'GET', '/api/v1/webhooks')).status).toBe(200);
    const again = await portico(environment, 'secret-key', 'accept');
    expect(again).toEqual(refused(/server is running/));
    await server.end('SIGTERM');
    const known = await portico(environment, 'secret-key', 'accept');
    expect(known).toMatchObject({ code: 0, out: expect.stringMatching(/is the key of this installation already/) });
  });
});

describe.runIf(onServer !== undefined)('on a shared Postgres', () => {
  let url = '';
  let dataDir = '';
  let environment: Environment = {};
  beforeAll(async () => {
    dataDir = await newFolder();
    const clone = await cloneServerDatabase(onServer ?? '');
    cleanUps.push(clone.drop);
    ({ url } = clone);
    const server = await spawnServer(dataDir, { DATABASE_URL: url });
    await server.end('SIGTERM');
    environment = { DATABASE_URL: url, SECRET_KEY: await readFile(join(dataDir, 'secret-key'), 'utf8') };
  });

  const query = async (statement: string, address = url) => {
    const sql = connect(address);
    try {
      return await sql.unsafe(statement);
    } finally {
      await sql.end();
    }
  };
  const folderOfFiles = async () => (await query(`SELECT value FROM settings WHERE name = 'files_id'`))[0]?.['value'];

  test('a command with another folder does not make it the shared one, and creates nothing in it', async () => {
    const before = await folderOfFiles();
    const other = join(work, 'not-there');
    expect(await spawned({ ...environment, DATA_DIR: other }, 'workspace', 'list')).toMatchObject({
      code: 0,
      error: '',
    });
    expect(await portico({ ...environment, DATA_DIR: other }, 'key', 'list')).toMatchObject({ code: 0, error: '' });
    expect(await folderOfFiles()).toBe(before);
  });

  test.each([
    [['backup', 'elsewhere.zip']],
    [['bundle', 'export', 'elsewhere.zip']],
    [['bundle', 'import', 'whole.zip']],
    [['restore', 'whole.zip', '--replace']],
  ])('%j with another folder is refused, because of the files', async (words) => {
    const before = await folderOfFiles();
    if (!existsSync(join(work, 'whole.zip'))) {
      expect(await portico({ ...environment, DATA_DIR: dataDir }, 'backup', 'whole.zip')).toMatchObject({ code: 0 });
    }
    const other = await newFolder();
    const line =
      /^DATA_DIR: .* is not the folder with the files of this installation\. Set DATA_DIR to that folder; if it is lost, start the server once .*without --role.*\n$/;
    expect(await portico({ ...environment, DATA_DIR: other }, ...words)).toEqual(refused(line));
    expect(await folderOfFiles()).toBe(before);
    expect(existsSync(join(work, 'elsewhere.zip'))).toBe(false);
    expect(await readdir(other)).toEqual([]);
  });

  test('a backup with another folder and no key does not invent one', async () => {
    const other = await newFolder();
    expect(await portico({ DATABASE_URL: url, DATA_DIR: other }, 'backup', 'elsewhere.zip')).toEqual(
      refused(/^DATA_DIR: .*secret-key is missing\. Set DATA_DIR to the folder of this installation, or SECRET_KEY/),
    );
    expect(await readdir(other)).toEqual([]);
    expect(existsSync(join(work, 'elsewhere.zip'))).toBe(false);
  });

  test('a server for everything that gets another folder warns, and its folder becomes the shared one', async () => {
    const other = await newFolder();
    const before = await folderOfFiles();
    await copyFile(join(dataDir, 'admin-key'), join(other, 'admin-key'));
    const server = await spawnServer(other, environment);
    await server.end('SIGTERM');
    expect(server.output()).toMatch(/"level":40,.*DATA_DIR is not the folder that had the files of this installation/);
    expect(await folderOfFiles()).not.toBe(before);
    const back = await spawnServer(dataDir, environment);
    await back.end('SIGTERM');
    expect(await folderOfFiles()).toBe(before);
  });

  test.each([[['key', 'list']], [['backup', 'empty.zip']], [['bundle', 'export', 'empty.zip']]])(
    '%j of an empty database is refused, and creates no installation',
    async (words) => {
      const clone = await cloneServerDatabase(onServer ?? '', { template: 'template1' });
      cleanUps.push(clone.drop);
      const other = join(work, 'never-made');
      const line =
        /^DATABASE_URL: the database has no installation; start the server once, or set DATABASE_URL to the database of one\n$/;
      expect(await portico({ DATABASE_URL: clone.url, DATA_DIR: other }, ...words)).toEqual(refused(line));
      expect(
        await query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`, clone.url),
      ).toEqual([]);
      expect(existsSync(other)).toBe(false);
    },
  );

  test('workspace create makes the installation in an empty database', async () => {
    const clone = await cloneServerDatabase(onServer ?? '', { template: 'template1' });
    cleanUps.push(clone.drop);
    const folder = join(work, 'made');
    const made = await portico({ DATABASE_URL: clone.url, DATA_DIR: folder }, 'workspace', 'create', 'One');
    expect(made).toMatchObject({ code: 0, error: '', out: expect.stringMatching(/^ws_/) });
    const server = await spawnServer(folder, { DATABASE_URL: clone.url });
    await server.end('SIGTERM');
  });

  test('a command of a newer version does not migrate a running installation, and backs it up', async () => {
    const clone = await cloneServerDatabase(onServer ?? '');
    cleanUps.push(clone.drop);
    const folder = await newFolder();
    const server = await spawnServer(folder, { DATABASE_URL: clone.url });
    await server.end('SIGTERM');
    const [last] = await query(
      'DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations) RETURNING name',
      clone.url,
    );
    const older = { DATABASE_URL: clone.url, DATA_DIR: folder };
    expect(await portico(older, 'key', 'list')).toEqual(
      refused(
        /^The database is of an older version of Portico \(it lacks .*\): start the server of this version, which updates it, or run the command of that version\n$/,
      ),
    );
    expect(await query(`SELECT 1 FROM migrations WHERE name = '${String(last?.['name'])}'`, clone.url)).toEqual([]);
    expect(await portico(older, 'backup', 'older.zip')).toMatchObject({ code: 0, error: '' });
  });
});
