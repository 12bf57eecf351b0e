import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.ts';
import { readConfig } from '../../platform/config.ts';
import { type Database } from '../../platform/database.ts';
import { createId } from '../../platform/ids.ts';
import { prepareFirstKey } from './first-key.ts';
import { writeKey } from './key-format.ts';

let database: Database;
let close: () => Promise<void>;
const folders: string[] = [];
beforeEach(async () => {
  ({ database, remove: close } = await openTestDatabase());
  for (const _ of [1, 2]) folders.push(await mkdtemp(join(tmpdir(), 'portico-first-key-')));
});
afterEach(async () => {
  await close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Starts a server for each folder at the same time. */
const startAll = async (dataDirs: readonly string[], environment: Record<string, string> = {}) =>
  Promise.all(
    dataDirs.map(async (dataDir) =>
      prepareFirstKey({
        database,
        config: { ...readConfig({ DATA_DIR: dataDir, ...environment }, []), secretKey: 'unused' },
      }),
    ),
  );
const findKeys = async () => database.sql<{ id: string }[]>`SELECT id FROM api_keys`;

test('two servers that start on an empty database create one admin key, and only one prints it', async () => {
  const started = await startAll(folders);
  const [stored, ...others] = await findKeys();
  expect(others).toEqual([]);
  const created = started.filter(({ isNew }) => isNew);
  expect(created).toHaveLength(1);
  expect(created[0]?.key).toContain(stored?.id.replace('key_', ''));
  expect(started.map(({ key }) => key)).toContain(undefined);
  const files = await Promise.all(folders.map(async (folder) => readdir(folder)));
  expect(files.flat()).toEqual(['admin-key']);
});

test('two servers that share a folder store the admin key that exists', async () => {
  const [folder = ''] = folders;
  const started = await startAll([folder, folder]);
  expect(await findKeys()).toHaveLength(1);
  expect(await readdir(folder)).toEqual(['admin-key']);
  const key = started.find(({ isNew }) => isNew)?.key;
  expect(await readFile(join(folder, 'admin-key'), 'utf8')).toBe(key);
});

test('two servers with the same PORTICO_API_KEY start, and one of them has created it', async () => {
  const { key } = writeKey(createId('key'));
  const started = await startAll(folders, { PORTICO_API_KEY: key });
  expect(started.map((one) => one.key)).toEqual([key, key]);
  expect(started.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(await findKeys()).toHaveLength(1);
});
