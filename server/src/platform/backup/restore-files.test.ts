import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.ts';
import type { Database } from '../database.ts';
import { createLocalStorage } from '../storage/local-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { createRestoredFiles, type RestoredFiles } from './restore-files.ts';

let database: Database;
let storage: Storage;
let folder: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await openTestDatabase());
  folder = await mkdtemp(join(tmpdir(), 'portico-restored-'));
  storage = await createLocalStorage(folder);
  await database.sql`INSERT INTO workspaces (id, name) VALUES ('ws_a', 'Ada')`;
});
afterAll(async () => {
  await remove();
  await rm(folder, { recursive: true, force: true });
});

/** The files of a backup: one of a row, one that is only in the storage, and one that is in neither. */
async function prepare() {
  const [known, lying, lacking] = [randomUUID(), randomUUID(), randomUUID()];
  await database.sql`
    INSERT INTO files (id, workspace_id, owner, storage_key, file_name, file_size, mime_type, sha256)
    VALUES (${known}, 'ws_a', 'api', ${known}, 'a.txt', 1, 'text/plain', '')`;
  for (const key of [known, lying]) await storage.keepBytes(Buffer.from('here'), key);
  const fileKeys = [known, lying, lacking];
  const restored: RestoredFiles = createRestoredFiles(
    { database, storage },
    { fileKeys, openFile: async () => Readable.from([Buffer.from('backed up')]) },
  );
  const read = async (): Promise<string[]> =>
    Promise.all(fileKeys.map(async (key) => storage.open(key).then(text, () => 'gone')));
  return { lacking, restored, read };
}

const readReserved = async (): Promise<string[]> => {
  const rows = await database.sql<{ key: string }[]>`
    SELECT key FROM files_to_remove WHERE due_at > now() + interval '23 hours'`;
  return rows.map(({ key }) => key);
};

test('a file that only the backup has is removed by a sweep if the process dies before the rows are written', async () => {
  const { lacking, restored, read } = await prepare();
  await restored.store();
  expect(await read()).toEqual(['backed up', 'backed up', 'backed up']);
  expect(await readReserved()).toEqual([lacking]);
});

test('a failure removes what was stored, but not what was there before', async () => {
  const { restored, read } = await prepare();
  await restored.store();
  await restored.undo(new Error('the rows can’t be written'));
  expect(await read()).toEqual(['backed up', 'backed up', 'gone']);
});

test('a connection that was lost during the COMMIT removes nothing, because the rows may be there', async () => {
  const { restored, read } = await prepare();
  await restored.store();
  await restored.undo(Object.assign(new Error('lost'), { code: 'CONNECTION_CLOSED' }));
  expect(await read()).toEqual(['backed up', 'backed up', 'backed up']);
});
