import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase, type Sql } from '../../src/platform/database.ts';
import { cloneServerDatabase } from '../databases/clone-server-database.ts';
import { runPortico } from '../run-portico.ts';
import { type Installation, layDown, readInstallation } from './old-installation.ts';

/* Copies the rows of an older version to this one: a backup that is restored, and a move to Postgres. */
let old: Installation;
let work: string;
let oldDir: string;

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

beforeAll(async () => {
  old = await readInstallation();
  work = await mkdtemp(join(tmpdir(), 'portico-old-backup-'));
  oldDir = join(work, 'old');
  await mkdir(oldDir);
  await layDown(old, oldDir, undefined);
  await open(oldDir, undefined, async (sql) => sql`UPDATE knowledge_bases SET is_indexed = true`);
});
afterAll(async () => rm(work, { recursive: true, force: true }));

async function open<T>(dataDir: string, databaseUrl: string | undefined, use: (sql: Sql) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir, databaseUrl });
  try {
    return await use(database.sql);
  } finally {
    await database.close();
  }
}

/** The names of documents, and the indexes that the knowledge bases claim to have. */
const look = async (sql: Sql) => ({
  documents: (await sql<{ name: string }[]>`SELECT name FROM documents ORDER BY id`).map(({ name }) => name),
  indexes: [...(await sql`SELECT DISTINCT is_indexed, has_half_index FROM knowledge_bases`)],
});
const whole = () => ({
  documents: (old.tables['documents'] ?? []).map(({ name }) => name),
  indexes: [{ is_indexed: false, has_half_index: false }],
});

test('a backup of an older version is restored, and its missing indexes are built again', async () => {
  const file = join(work, 'old.zip');
  expect(await runPortico({ DATA_DIR: oldDir }, ['backup', file])).toMatchObject({ code: 0, error: '' });
  const folder = join(work, 'restored');
  await mkdir(folder);
  expect(await runPortico({ DATA_DIR: folder }, ['restore', file])).toMatchObject({ code: 0, error: '' });
  expect(await open(folder, undefined, look)).toEqual(whole());
  expect(await readFile(join(folder, 'secret-key'), 'utf8')).toBe(old.files['secret-key']);
});

const onServer = process.env['TEST_DATABASE_URL'];
test.runIf(onServer !== undefined)('the embedded database of an older version is moved to Postgres', async () => {
  const target = await cloneServerDatabase(onServer ?? '', { template: 'template1' });
  try {
    expect(await runPortico({ DATA_DIR: oldDir }, ['move', target.url])).toMatchObject({ code: 0, error: '' });
    expect(await open(oldDir, target.url, look)).toEqual(whole());
  } finally {
    await target.drop();
  }
});
