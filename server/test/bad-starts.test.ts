import { spawn } from 'node:child_process';
import { chmod, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../src/platform/database.ts';
import { optimizedEngine } from './databases/optimized-engine.ts';
import { embeddedTemplate } from './databases/templates.ts';
import { listenOnLoopback } from './loopback.ts';
import { startS3Server } from './s3-server/start-s3-server.ts';
import { compileCache, shortLived } from './spawn-server.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-bad-start-'));
  // Otherwise, each start would begin to copy a new one.
  const { directory } = await embeddedTemplate();
  await cp(directory, join(dataDir, 'database'), { recursive: true, errorOnExist: true });
});
afterAll(async () => rm(dataDir, { recursive: true, force: true }));

interface Run {
  readonly code: number | null;
  readonly lines: string[];
}

async function start(environment: Record<string, string>, args: string[] = []): Promise<Run> {
  const child = spawn(process.execPath, [shortLived, main, ...args], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: compileCache,
      LOG_LEVEL: 'fatal',
      PORT: '0',
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.on('data', (piece: Buffer) => {
    text += piece.toString();
  });
  const code = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  return { code, lines: text.trim().split('\n') };
}

test.each<[string, Record<string, string>, string[], RegExp]>([
  ['a malformed PORT', { PORT: 'abc' }, [], /PORT:/],
  ['a HOST that no name server knows', { HOST: 'nowhere.invalid' }, [], /HOST: nowhere\.invalid is not an address/],
  ['a HOST of another machine', { HOST: '192.0.2.1' }, [], /HOST: 192\.0\.2\.1 is not an address/],
  ['a HOST without its zone', { HOST: 'fe80::1' }, [], /HOST: fe80::1 is not an address/],
  ['a malformed DATABASE_URL', { DATABASE_URL: 'mysql://localhost/x' }, [], /DATABASE_URL: must be a postgres/],
  [
    'a DATABASE_URL at which nothing listens',
    { DATABASE_URL: 'postgres://postgres@127.0.0.1:9/postgres' },
    [],
    /DATABASE_URL: can't be reached \(ECONNREFUSED\)/,
  ],
  ['a REDIS_URL at which nothing listens', { REDIS_URL: 'redis://127.0.0.1:9' }, [], /REDIS_URL: can't be reached/],
  ['a malformed PORTICO_API_KEY', { PORTICO_API_KEY: 'hello' }, [], /PORTICO_API_KEY:/],
  ['a malformed PUBLIC_URL', { PUBLIC_URL: 'portico.example' }, [], /PUBLIC_URL:/],
  [
    'an origin with a path',
    { CORS_ORIGINS: 'https://a.example, https://b.example/app' },
    [],
    /CORS_ORIGINS: https:\/\/b\.example\/app must be an origin like https:\/\/app\.example\.com/,
  ],
  [
    'a REDIS_URL with another database than a number',
    { REDIS_URL: 'redis://127.0.0.1:6379/5x' },
    [],
    /REDIS_URL: the data/,
  ],
  ['an unknown option', {}, ['--rol', 'web'], /--rol: is not understood; the server accepts --role/],
  ['a DATA_DIR in which nothing can be made', { DATA_DIR: '/proc/portico' }, [], /DATA_DIR: \/proc\/portico is not/],
  ['any origin', { CORS_ORIGINS: '*' }, [], /CORS_ORIGINS: \* must be an origin/],
  ['a malformed WEBHOOK_RETRY_SCHEDULE', { WEBHOOK_RETRY_SCHEDULE: 'soon' }, [], /WEBHOOK_RETRY_SCHEDULE:/],
  ['MODEL_PRICES that is not JSON', { MODEL_PRICES: '{' }, [], /MODEL_PRICES:/],
  ['a DATA_DIR below a file', { DATA_DIR: `${main}/data` }, [], /DATA_DIR:/],
  ['an unknown role', {}, ['--role', 'boss'], /--role:/],
  [
    'a web role on its own without a shared database',
    {},
    ['--role', 'web'],
    /DATABASE_URL: is required for --role web/,
  ],
])('%s stops the start with one line that names it', async (_, environment, args, line) => {
  const { code, lines } = await start(environment, args);
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(line);
});

test.each<[string, Record<string, string>, RegExp]>([
  [
    'an S3 address at which nothing listens',
    { S3_ENDPOINT: 'http://127.0.0.1:9' },
    /S3_ENDPOINT: can't be used \(ECONNREFUSED\)/,
  ],
  ['an S3 address that is not a URL', { S3_ENDPOINT: 's3.example' }, /S3_ENDPOINT: must be an http or https address/],
  ['S3 without a bucket', { S3_BUCKET: '' }, /S3_BUCKET: is required for S3 storage/],
  ['an unknown bucket', { S3_BUCKET: 'elsewhere' }, /S3_BUCKET: there is no such bucket/],
  ['an unknown S3 key', { S3_ACCESS_KEY_ID: 'NOBODY' }, /S3_ACCESS_KEY_ID: is not known there/],
  ['a wrong S3 secret', { S3_SECRET_ACCESS_KEY: 'wrong' }, /S3_SECRET_ACCESS_KEY: does not fit S3_ACCESS_KEY_ID/],
  ['a wrong S3 region', { S3_REGION: 'us-east-1' }, /S3_REGION: is not the region of S3_BUCKET/],
])('%s stops the start with one line that names it', async (_, wrong, line) => {
  const s3 = await startS3Server();
  const { code, lines } = await start({ ...s3.environment, ...wrong });
  await s3.close();
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(line);
});

test.runIf(process.env['TEST_REDIS_URL'] !== undefined)(
  'a database that Redis lacks stops the start with one line',
  async () => {
    const url = new URL(process.env['TEST_REDIS_URL'] ?? '');
    url.pathname = '/9999';
    const { code, lines } = await start({ REDIS_URL: url.href });
    expect([code, lines]).toEqual([1, ["Portico can't start. REDIS_URL: the server has no database 9999"]]);
  },
);

test('an empty secret key stops the start with one line that says how to recover', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-empty-key-'));
  await writeFile(join(folder, 'secret-key'), '');
  const { code, lines } = await start({ DATA_DIR: folder });
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/DATA_DIR: .*secret-key is empty or damaged\. Restore it from a backup, or set SECRET_KEY/);
  await rm(folder, { recursive: true });
});

test.each<[Record<string, string>]>([[{ HOST: '192.0.2.1' }], [{ PORTICO_API_KEY: 'hello' }]])(
  '%j is reported before a database is created',
  async (environment) => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-no-database-'));
    const { code } = await start({ DATA_DIR: folder, ...environment });
    expect([code, await readdir(folder)]).toEqual([1, []]);
    await rm(folder, { recursive: true });
  },
);

test('a port that is taken stops the start with one line', async () => {
  const { port, close } = await listenOnLoopback(createServer());
  const { code, lines } = await start({ PORT: String(port) });
  await close();
  expect([code, lines]).toEqual([1, [`Portico can't start. PORT: ${port} is taken by another program`]]);
});

/** What a server prints until it runs. */
async function readStart(environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [shortLived, main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: compileCache,
      PORT: '0',
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  for await (const piece of child.stdout) {
    output += String(piece);
    if (output.includes('Portico is running')) child.kill('SIGTERM');
  }
  return output;
}

// Other systems have only 127.0.0.1.
test.runIf(process.platform === 'linux').each([
  ['127.0.0.2', 'needs a PUBLIC_URL', (port: string) => [`set PUBLIC_URL, such as http://127.0.0.2:${port}: `]],
  ['127.1', 'is that of localhost in other words', () => []],
])('the HOST %s %s, says the start', async (host, _, warnings) => {
  const output = await readStart({ HOST: host });
  const port = /"port":(\d+)/.exec(output)?.[1] ?? '';
  expect(output.match(/set PUBLIC_URL, such as \S+ /g) ?? []).toEqual(warnings(port));
});

test.each([
  ['https://a.example/desk/', ['PUBLIC_URL has the path /desk: ']],
  ['HTTPS://a.example:443/', []],
])('the start with the PUBLIC_URL %s warns of its path only', async (address, warnings) => {
  const output = await readStart({ PUBLIC_URL: address });
  expect(output.match(/PUBLIC_URL has the path \S+ /g) ?? []).toEqual(warnings);
  expect(output).toContain('open https://a.example');
});

test('a second server on the same DATA_DIR stops with one line and harms nothing', async () => {
  const first = spawn(process.execPath, [shortLived, main], {
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compileCache, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve) => {
    first.stdout.on('data', (piece: Buffer) => {
      if (piece.toString().includes('"msg":"ready"')) resolve();
    });
  });
  const { code, lines } = await start({});
  expect(code).toBe(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/DATA_DIR: another Portico server is running on/);
  first.kill('SIGTERM');
  const firstCode = await new Promise((resolve) => {
    first.on('close', resolve);
  });
  expect(firstCode).toBe(0);
});

test('a Postgres without pgvector is named as such', async () => {
  const database = await PGlite.create({ pgliteWasmModule: await optimizedEngine() });
  const server = new PGLiteSocketServer({ db: database, port: 0, host: '127.0.0.1' });
  await server.start();
  const { code, lines } = await start({ DATABASE_URL: `postgres://postgres@${server.getServerConn()}/postgres` });
  await server.stop();
  await database.close();
  expect([code, lines]).toEqual([
    1,
    ["Portico can't start. DATABASE_URL: this Postgres has no pgvector extension to install"],
  ]);
});

test.each(['CREATE TABLE customers (id int)', 'CREATE TABLE migrations (id int, migration text, batch int)'])(
  'a database of another application is left as it is: %s',
  async (statement) => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-foreign-'));
    try {
      await cp((await embeddedTemplate()).directory, join(folder, 'database'), { recursive: true });
      const run = async (work: (database: Database) => Promise<unknown>) => {
        const database = await openDatabase({ databaseUrl: undefined, dataDir: folder });
        try {
          await work(database);
        } finally {
          await database.close();
        }
      };
      await run(async ({ raw }) => {
        await raw`DROP SCHEMA public CASCADE`;
        await raw`CREATE SCHEMA public`;
        await raw.unsafe(statement);
      });
      const name = /TABLE (\w+)/.exec(statement)?.[1];
      const { code, lines } = await start({ DATA_DIR: folder });
      expect([code, lines]).toEqual([
        1,
        [`Portico can't start. The database has a table of another application (${name}): use an empty database`],
      ]);
      await run(async ({ sql }) => {
        const tables =
          await sql`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`;
        expect(tables).toEqual([{ relname: name }]);
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);

test('a folder that this user can’t write to is named', async () => {
  if (process.getuid?.() === 0) {
    // The administrator can write everywhere; a file in the folder's place is refused to everyone (above).
    expect(process.getuid()).toBe(0);
    return;
  }
  const locked = await mkdtemp(join(tmpdir(), 'portico-locked-'));
  await chmod(locked, 0o500);
  const { lines } = await start({ DATA_DIR: locked });
  expect(lines[0]).toMatch(/DATA_DIR:/);
  await rm(locked, { recursive: true });
});
