import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { listTables } from '../src/platform/backup/catalogue.ts';
import { openDatabase } from '../src/platform/database.ts';
import { call, type Endpoint, eventually } from './client.ts';
import { cloneServerDatabase } from './databases/clone-server-database.ts';
import { type DatabaseHome, prepareDatabaseHome } from './databases/prepare-database-home.ts';
import { type Environment, runPortico, spawnPortico } from './run-portico.ts';
import { startS3Server } from './s3-server/start-s3-server.ts';
import { type SpawnedServer, spawnServer } from './spawn-server.ts';

/*
 * `npm run portico -- backup | restore | move` with an installation that was used: on the embedded database, and with
 * TEST_DATABASE_URL on Postgres; each is restored to its own kind of home and to the other.
 */
const onServer = process.env['TEST_DATABASE_URL'];
const cleanUps: (() => Promise<unknown>)[] = [];
let work: string;
let dataDir: string;
let home: DatabaseHome;
let server: SpawnedServer;
let before: State;
let file: string;
let documentText: string;
/** Text with the characters at which a reader could wrongly end a line of JSON. */
const lines = 'one\u2028two\u2029three\u0085four\r\nfive';
const made = { knowledgeBase: '', chat: '', agent: '', workflow: '', webhook: '', upload: '', backup: '' };

// Each command and server is a process, which takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

/** Runs a command as an operator does. */
const spawned = async (environment: Environment, ...words: string[]) => spawnPortico(environment, words, work);
const portico = async (environment: Environment, ...words: string[]) => runPortico(environment, words, work);

interface State {
  readonly rows: Record<string, string[]>;
  readonly sequences: string[];
}

/**
 * Every row of every table, and the positions of the sequences. Computed columns are left out: another Postgres may
 * stem words differently.
 */
async function readState(folder: string, databaseUrl: string | undefined): Promise<State> {
  const database = await openDatabase({ databaseUrl, dataDir: folder });
  try {
    const { sql } = database;
    const rows: State['rows'] = {};
    for (const { name, columns } of await listTables(sql)) {
      // The folder of the files differs, and the restored data has an id of its own.
      const found = await sql<{ row: string }[]>`
        SELECT row_to_json(t)::text AS row FROM (SELECT ${sql([...columns])} FROM ${sql(name)}) t
        WHERE coalesce(row_to_json(t)->>'name', '') NOT IN ('files_id', 'data_id')`;
      rows[name] = found.map(({ row }) => row).toSorted();
    }
    const sequences = await sql<{ line: string }[]>`
      SELECT sequencename || ' ' || coalesce(last_value, 0) AS line FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`;
    return { rows, sequences: sequences.map(({ line }) => line) };
  } finally {
    await database.close();
  }
}

/** Simulates a vector index, which a backup doesn't contain: it has to be built again after the restore. */
async function claimIndex(folder: string, databaseUrl: string | undefined): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: folder });
  await database.sql`UPDATE knowledge_bases SET is_indexed = true`;
  await database.close();
}

/** The differences, a line for each row; complete rows would be megabytes. */
function compare(one: State, other: State): string[] {
  const names = [...new Set([...Object.keys(one.rows), ...Object.keys(other.rows)])];
  const rows = names.flatMap((name) => {
    const [left, right] = [new Set(one.rows[name]), new Set(other.rows[name])];
    const lost = [...left].filter((row) => !right.has(row)).map((row) => `- ${name} ${row.slice(0, 300)}`);
    const added = [...right].filter((row) => !left.has(row)).map((row) => `+ ${name} ${row.slice(0, 300)}`);
    return [...lost, ...added];
  });
  const moved = one.sequences.filter((line) => !other.sequences.includes(line)).map((line) => `sequence ${line}`);
  return [...rows, ...moved];
}

/** The paths of the files that the storage in `folder` has. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** Writes a copy of the archive in which the last row of a table is missing. */
async function loseRow(from: string, to: string, table: string): Promise<void> {
  await changeEntries(from, to, (name, bytes) =>
    name === `tables/${table}.jsonl` ? bytes.subarray(0, bytes.lastIndexOf('\n', -2) + 1) : bytes,
  );
}

/** Writes a copy of the archive with other bytes, and with folders, as other programs do; an entry without any is left out. */
async function changeEntries(
  from: string,
  to: string,
  change: (name: string, bytes: Buffer) => Buffer | undefined,
): Promise<void> {
  const archive = await openPromise(from);
  const copy = new ZipFile();
  for await (const entry of archive.eachEntry()) {
    const bytes = change(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)));
    if (bytes !== undefined) copy.addBuffer(bytes, entry.fileName);
  }
  for (const folder of ['files', 'tables']) copy.addEmptyDirectory(folder);
  copy.end();
  await writeFile(to, await buffer(copy.outputStream));
}

/** Writes a copy of the archive that says of one entry that other bytes were written. */
async function changeChecksum(from: string, to: string, name: string): Promise<void> {
  const bytes = await readFile(from);
  // Of the central directory at the end of the archive; the checksum is 30 bytes before the name.
  const at = bytes.lastIndexOf(name) - 30;
  bytes.writeUInt32LE((bytes.readUInt32LE(at) ^ 1) >>> 0, at);
  await writeFile(to, bytes);
}

const names = (paths: readonly string[]): string[] => paths.map((path) => basename(path)).toSorted();

const folderOf = async (name: string): Promise<string> => {
  const folder = join(work, name);
  await mkdir(folder);
  return folder;
};

/** An empty, migrated database on the real server. */
async function serverDatabase(): Promise<string> {
  if (onServer === undefined) throw new Error('TEST_DATABASE_URL is not set');
  const clone = await cloneServerDatabase(onServer);
  cleanUps.push(clone.drop);
  return clone.url;
}

async function post(path: string, body: unknown, key?: string) {
  const answer = await call(server, 'POST', path, { body, ...(key === undefined ? {} : { key }) });
  expect(answer.body.error).toBeUndefined();
  return answer.body.data;
}

/** Uses the server as its owner and visitors do, so that most tables have rows. */
async function use(): Promise<void> {
  const { id: base } = await post('/api/v1/knowledge-bases', { name: 'Birds' });
  documentText = `# Herons\n\nHerons build their nests in April. ${'They stand still. '.repeat(50)} "Ünïcode" \\ \u{1F426}`;
  const form = new FormData();
  form.set('file', new Blob([documentText], { type: 'text/markdown' }), 'herons.md');
  const uploaded = await call(server, 'POST', `/api/v1/knowledge-bases/${base}/documents`, { form });
  expect(uploaded.status).toBeLessThan(300);
  made.upload = await upload(server, 'the milk');
  await eventually(async () => {
    const { body } = await call(server, 'GET', `/api/v1/knowledge-bases/${base}/documents`);
    return body.data[0]?.status === 'ready' ? true : undefined;
  });
  const agent = await post('/api/v1/agents', { name: 'Guide', system_prompt: lines, knowledge_base_ids: [base] });
  const chat = await post('/api/v1/chat-interfaces', { name: 'Help', agent_id: agent.id });
  const sessions = `/api/public/chat-interfaces/${chat.slug}/sessions`;
  const session = await call(server, 'POST', sessions, { body: {}, key: null });
  const headers = { Authorization: `Bearer ${session.body.data.token}` };
  const asked = { content: 'When do herons build nests?' };
  const path = `${sessions}/${session.body.data.id}/messages`;
  expect((await call(server, 'POST', path, { body: asked, headers, key: null })).status).toBe(200);
  const workflow = await post('/api/v1/workflows', {
    name: 'Say',
    definition: { nodes: [{ id: 'say', type: 'template', config: { text: lines } }], edges: [] },
  });
  await post(`/api/v1/workflows/${workflow.id}/execute`, { inputs: {} });
  const webhook = await post('/api/v1/webhooks', { url: 'https://example.com/hook', event_types: ['*'] });
  Object.assign(made, {
    knowledgeBase: base,
    chat: chat.slug,
    agent: agent.id,
    workflow: workflow.id,
    webhook: webhook.id,
  });
}

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'portico-backup-'));
  cleanUps.push(async () => rm(work, { recursive: true, force: true }));
  dataDir = await folderOf('source');
  home = await prepareDatabaseHome(dataDir);
  cleanUps.push(home.remove);
  server = await spawnServer(dataDir, home.environment);
  cleanUps.push(async () => server.end('SIGKILL'));
  await use();
}, 360_000);
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
});

async function upload(endpoint: Endpoint, content: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([content], { type: 'text/plain' }), 'list.txt');
  return (await call(endpoint, 'POST', '/api/v1/files', { form })).body.data.id;
}

/**
 * Starts a server on the restored data, sends requests that only the old data can answer, uploads two files, and stops
 * it.
 */
async function expectWhole(folder: string, environment: Environment): Promise<void> {
  const restored = await spawnServer(folder, environment);
  try {
    const endpoint = { url: restored.url, apiKey: server.apiKey };
    const query = { body: { query: 'When do herons build nests?' } };
    const found = await call(endpoint, 'POST', `/api/v1/knowledge-bases/${made.knowledgeBase}/query`, query);
    expect(found.body.data.results[0]).toMatchObject({ document_name: 'herons.md' });
    const { download_url: url } = (await call(endpoint, 'GET', `/api/v1/files/${made.upload}`)).body.data;
    const address = new URL(url);
    const bytes = await fetch(`${restored.url}${address.pathname}${address.search}`);
    expect(await bytes.text()).toBe('the milk');
    const { data: conversations } = (await call(endpoint, 'GET', '/api/v1/conversations')).body;
    expect(conversations).toHaveLength(1);
    // Values encrypted with the secret key can be read, and new rows get new sequence values.
    expect((await call(endpoint, 'GET', `/api/v1/webhooks/${made.webhook}`)).status).toBe(200);
    const run = await call(endpoint, 'POST', `/api/v1/workflows/${made.workflow}/execute`, { body: { inputs: {} } });
    expect(run.status).toBeLessThan(300);
    for (const content of ['the bread', 'the butter']) await upload(endpoint, content);
  } finally {
    await restored.end('SIGTERM');
  }
}

test('a running server is backed up to one file that only its user can read', async () => {
  const path = join(work, 'running.zip');
  const { code, out, error } = await spawned({ DATA_DIR: dataDir, ...home.environment }, 'backup', 'running.zip');
  expect(error).toBe('');
  expect(out).toMatch(/running\.zip: \d+ rows of \d+ tables, [2-9]\d* files, [\d.]+ MB, [\d.]+ s/);
  expect(code).toBe(0);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(work)).not.toContain('running.zip.partial');
  const again = await spawned({ DATA_DIR: dataDir, ...home.environment }, 'backup', 'running.zip');
  expect(again).toMatchObject({ code: 1, error: expect.stringContaining('already exists') });
  // The server still works.
  expect((await call(server, 'GET', '/api/v1/agents')).status).toBe(200);
});

test('of two backups to the same file at the same time, one is refused in one line', async () => {
  const environment = { DATA_DIR: dataDir, ...home.environment };
  const back = async () => spawned(environment, 'backup', 'twice.zip');
  const both = (await Promise.all([back(), back()])).toSorted((a, b) => Number(a.code) - Number(b.code));
  expect(both).toEqual([
    { code: 0, error: '', out: expect.stringContaining('twice.zip: ') },
    { code: 1, error: `${join(work, 'twice.zip')} already exists\n`, out: '' },
  ]);
  expect((await readdir(work)).filter((name) => name.startsWith('twice'))).toEqual(['twice.zip']);
});

test('a file that can’t be written is reported in one line, and the server keeps running', async () => {
  const { code, error } = await portico({ DATA_DIR: dataDir, ...home.environment }, 'backup', 'no-such-folder/b.zip');
  expect({ code, lines: error.trim().split('\n') }).toEqual({
    code: 1,
    lines: [expect.stringContaining("can't be written (ENOENT)")],
  });
  expect((await call(server, 'GET', '/api/v1/agents')).status).toBe(200);
});

test('restore and move need a stopped server', async () => {
  const path = join(work, 'running.zip');
  const restored = await portico({ DATA_DIR: dataDir, ...home.environment }, 'restore', path, '--replace');
  expect(restored).toMatchObject({ code: 1, error: expect.stringMatching(/server is running/) });
  if (onServer !== undefined) return;
  const moved = await portico({ DATA_DIR: dataDir }, 'move', 'postgres://127.0.0.1:1/none');
  expect(moved).toMatchObject({ code: 1, error: expect.stringMatching(/server is running/) });
  const wrong = await portico({ DATA_DIR: dataDir }, 'move', 'postgres://portico:secret@[db/portico');
  expect(wrong).toMatchObject({ code: 1, error: 'The target must be a postgres:// address\n' });
});

describe('the backup', () => {
  beforeAll(async () => {
    await server.end('SIGTERM');
    file = join(work, 'stopped.zip');
    before = await readState(dataDir, home.environment.DATABASE_URL);
    await claimIndex(dataDir, home.environment.DATABASE_URL);
    made.backup = (await spawned({ DATA_DIR: dataDir, ...home.environment }, 'backup', file)).error;
  }, 240_000);

  test('has more than a few tables', () => {
    expect(made.backup).toBe('');
    const filled = Object.values(before.rows).filter((rows) => rows.length > 0);
    expect(filled.length).toBeGreaterThan(25);
    const text = expect.stringContaining('one\u2028two\u2029three');
    expect(before.rows).toMatchObject({
      agent_versions: expect.arrayContaining([text]),
      workflow_versions: expect.arrayContaining([text]),
    });
  });

  test('is restored to an empty folder with every row and file, and the server works', async () => {
    const folder = await folderOf('empty');
    const { code, out, error } = await spawned({ DATA_DIR: folder }, 'restore', file);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/^Restored \d+ rows and [2-9]\d* files/);
    expect(compare(before, await readState(folder, undefined))).toEqual([]);
    for (const name of ['secret-key', 'admin-key']) {
      expect(await readFile(join(folder, name), 'utf8')).toBe(await readFile(join(dataDir, name), 'utf8'));
    }
    await expectWhole(folder, {});
  }, 360_000);

  test('replaces existing data only with --replace, and then also its files', async () => {
    // The folder in which the previous test has left data, and two newer files.
    const folder = join(work, 'empty');
    const files = await listFiles(folder);
    const kept = await listFiles(dataDir);
    const newer = files.filter((path) => !names(kept).includes(basename(path)));
    expect(newer).toHaveLength(2);
    const lost = files.find((path) => !newer.includes(path)) ?? '';
    await rm(lost);
    const refused = await portico({ DATA_DIR: folder }, 'restore', file);
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('--replace') });
    expect(await listFiles(folder)).toEqual(files.filter((path) => path !== lost));
    // What can't be removed: a folder in the place of a file.
    const [stuck = ''] = newer;
    await rm(stuck);
    await mkdir(stuck);
    const { out, ...replaced } = await portico({ DATA_DIR: folder }, 'restore', file, '--replace');
    expect(replaced).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/^Restored \d+ rows/);
    expect(out).toMatch(new RegExp(`could not be removed from the storage \\(.+\\): ${basename(stuck)}\n$`));
    expect(names(await listFiles(folder))).toEqual(names(kept));
    // The server tries again to remove that one.
    const { rows, ...after } = await readState(folder, undefined);
    expect(rows['files_to_remove']).toEqual([expect.stringContaining(basename(stuck))]);
    expect(compare(before, { ...after, rows: { ...rows, files_to_remove: [] } })).toEqual([]);
  }, 360_000);

  test('keeps its files in a bucket, if the new home has one', async () => {
    const s3 = await startS3Server();
    cleanUps.push(async () => s3.close());
    const folder = await folderOf('bucket');
    const environment = { DATA_DIR: folder, ...s3.environment };
    expect(await portico(environment, 'restore', file)).toMatchObject({ code: 0, error: '' });
    await expectWhole(folder, s3.environment);
    const again = await portico(environment, 'backup', 'from-bucket.zip');
    expect(again.out).toMatch(/, [2-9]\d* files,/);
    s3.failNext(1000, 'cut in the body');
    const failed = await portico(environment, 'backup', 'cut.zip');
    expect(failed).toMatchObject({ code: 1, error: 'The file storage is temporarily unavailable.\n' });
    s3.failNext(0, 'error');
    const kept = names(await listFiles(dataDir));
    expect(s3.objects.size).toBe(kept.length + 2);
    expect(await portico(environment, 'restore', file, '--replace')).toMatchObject({ code: 0, error: '' });
    expect(names([...s3.objects.keys()])).toEqual(kept);
  }, 360_000);

  test.each([
    ['cut off', async (path: string) => truncate(path, 5000), /can't be read/],
    ['something else', async (path: string) => writeFile(path, 'hello'), /can't be read/],
  ])('is refused if it is %s, and nothing changes', async (_, spoil, message) => {
    const path = join(work, 'spoilt.zip');
    await writeFile(path, await readFile(file));
    await spoil(path);
    const folder = await mkdtemp(join(work, 'spoilt-'));
    expect(await portico({ DATA_DIR: folder }, 'restore', path)).toMatchObject({
      code: 1,
      error: expect.stringMatching(message),
    });
    expect(await readdir(folder)).not.toContain('database');
  });

  test('is refused if the bytes of a file, or of a table, are not those that were backed up', async () => {
    const [key = ''] = names(await listFiles(dataDir));
    for (const name of [`files/${key}`, 'tables/agents.jsonl']) {
      const path = join(work, 'changed.zip');
      await changeChecksum(file, path, name);
      const folder = await mkdtemp(join(work, 'changed-'));
      const { code, error } = await portico({ DATA_DIR: folder }, 'restore', path);
      expect({ name, code, lines: error.trim().split('\n') }).toEqual({
        name,
        code: 1,
        lines: [expect.stringContaining(`${name} is damaged in the archive`)],
      });
      expect(await listFiles(folder), name).toEqual([]);
    }
  });

  test('is refused if a row of a table is missing', async () => {
    const path = join(work, 'lost-row.zip');
    await loseRow(file, path, 'agent_versions');
    const folder = await folderOf('lost-row');
    expect(await portico({ DATA_DIR: folder }, 'restore', path)).toMatchObject({
      code: 1,
      error: expect.stringMatching(
        /^The backup is damaged: tables\/agent_versions\.jsonl has \d+ rows, and manifest\.json/,
      ),
    });
    // The database was not changed: the whole backup needs no --replace.
    expect(await portico({ DATA_DIR: folder }, 'restore', file)).toMatchObject({ code: 0, error: '' });
  });

  test('is refused before anything is stored if one of its files is missing', async () => {
    const path = join(work, 'lost-file.zip');
    const [key = ''] = names(await listFiles(dataDir));
    await changeEntries(file, path, (name, bytes) => (name === `files/${key}` ? undefined : bytes));
    const folder = await folderOf('lost-file');
    expect(await portico({ DATA_DIR: folder }, 'restore', path)).toMatchObject({
      code: 1,
      error: expect.stringMatching(
        /^The backup is damaged: it has \d+ files, and manifest\.json says \d+; use another/,
      ),
    });
    expect(await readdir(folder)).not.toContain('database');
  });

  test('is restored without a file that was taken out of the archive and of the number in manifest.json', async () => {
    const path = join(work, 'without-file.zip');
    const kept = names(await listFiles(dataDir));
    const [key = '', ...others] = kept;
    await changeEntries(file, path, (name, bytes) => {
      if (name === 'manifest.json') {
        return Buffer.from(bytes.toString().replace(`"count": ${kept.length}`, `"count": ${others.length}`));
      }
      return name === `files/${key}` ? undefined : bytes;
    });
    const folder = await folderOf('without-file');
    expect(await portico({ DATA_DIR: folder }, 'restore', path)).toMatchObject({ code: 0, error: '' });
    expect(names(await listFiles(folder))).toEqual(others);
  });

  test('leaves no file behind if it fails, and keeps those that were there before', async () => {
    const path = join(work, 'half.zip');
    await loseRow(file, path, 'agent_versions');
    const folder = await folderOf('half');
    const [survivor = ''] = await listFiles(dataDir);
    // What remains of an installation that has lost its database.
    const kept = join(folder, 'files', basename(survivor).slice(0, 2), basename(survivor));
    await mkdir(dirname(kept), { recursive: true });
    await writeFile(kept, 'kept');
    expect(await portico({ DATA_DIR: folder }, 'restore', path)).toMatchObject({ code: 1 });
    expect(await listFiles(folder)).toEqual([kept]);
  });

  test('changes no row if one of its files can’t be stored', async () => {
    const folder = await folderOf('full');
    const [name = ''] = names(await listFiles(dataDir));
    await mkdir(join(folder, 'files'));
    // A file in the place of the folder for this one.
    await writeFile(join(folder, 'files', name.slice(0, 2)), '');
    const { code, error } = await portico({ DATA_DIR: folder }, 'restore', file);
    expect({ code, lines: error.trim().split('\n') }).toEqual({
      code: 1,
      lines: [expect.stringContaining(`The file ${name} of the backup can't be stored: `)],
    });
  });

  test('is refused with another SECRET_KEY', async () => {
    const folder = await folderOf('other-key');
    const environment = { DATA_DIR: folder, SECRET_KEY: 'another key of thirty-two characters' };
    expect(await portico(environment, 'restore', file)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^SECRET_KEY: must be the key of the installation .*secret-key in its DATA_DIR\n$/),
    });
  });

  test('is refused if its secret key is not the one that its rows need', async () => {
    const path = join(work, 'other-key.zip');
    await changeEntries(file, path, (name, bytes) => (name === 'secret-key' ? Buffer.from('0'.repeat(64)) : bytes));
    const folder = await folderOf('key-in-backup');
    expect(await portico({ DATA_DIR: folder }, 'restore', path)).toMatchObject({
      code: 1,
      error: expect.stringMatching(/^SECRET_KEY: must be the key of the installation that was backed up/),
    });
    expect(await readdir(folder)).not.toContain('database');
  });

  describe.runIf(onServer !== undefined)('on a real Postgres', () => {
    test('is restored to a database with every row', async () => {
      const folder = await folderOf('to-postgres');
      const environment = { DATA_DIR: folder, DATABASE_URL: await serverDatabase() };
      expect(await portico(environment, 'restore', file)).toMatchObject({ code: 0, error: '' });
      expect(compare(before, await readState(folder, environment.DATABASE_URL))).toEqual([]);
      await expectWhole(folder, { DATABASE_URL: environment.DATABASE_URL });
    }, 360_000);

    test('moves every row from the embedded database, and the files stay', async () => {
      const folder = await folderOf('moving');
      expect(await portico({ DATA_DIR: folder }, 'restore', file)).toMatchObject({ code: 0, error: '' });
      const DATABASE_URL = await serverDatabase();
      const { code, out, error } = await spawned({ DATA_DIR: folder }, 'move', DATABASE_URL);
      expect({ code, error }).toEqual({ code: 0, error: '' });
      expect(out).toMatch(/^Copied \d+ rows/);
      expect(compare(before, await readState(folder, DATABASE_URL))).toEqual([]);
      const again = await portico({ DATA_DIR: folder }, 'move', DATABASE_URL);
      expect(again).toMatchObject({ code: 1, error: expect.stringContaining('--replace') });
      const files = await listFiles(folder);
      await expectWhole(folder, { DATABASE_URL });
      expect(await listFiles(folder)).toHaveLength(files.length + 2);
      expect(await portico({ DATA_DIR: folder }, 'move', DATABASE_URL, '--replace')).toMatchObject({ code: 0 });
      expect(await listFiles(folder)).toEqual(files);
    }, 360_000);
  });
});
