import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabaseOnce } from './create-database.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-create-'));
});
afterEach(async () => rm(folder, { recursive: true, force: true }));

it('creates the complete database, also after an interrupted attempt, and only once', async () => {
  const directory = join(folder, 'database');
  await mkdir(`${directory}.unfinished/base`, { recursive: true });
  await createDatabaseOnce(directory);
  expect(await readdir(folder)).toEqual(['database']);
  const version = join(directory, 'PG_VERSION');
  const { mtimeMs } = await stat(version);
  await createDatabaseOnce(directory);
  expect((await stat(version)).mtimeMs).toBe(mtimeMs);
});

it('leaves it to the server, which reports the reason, if the process fails', async () => {
  await createDatabaseOnce(join(folder, 'nowhere', 'database'));
  expect(await readdir(folder)).toEqual([]);
});
