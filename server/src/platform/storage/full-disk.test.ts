import { randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mountDisk } from '../../../test/mount-disk.ts';
import { createLocalStorage } from './local-storage.ts';

const unknownKey = '00000000-0000-4000-8000-000000000000';
const bytes = Buffer.alloc(3 * 1_048_576, 'Portico ');
let elsewhere = '';
let dataDir = '';
let isMounted = false;

beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), 'portico-elsewhere-'));
  dataDir = await mkdtemp(join(tmpdir(), 'portico-small-'));
  isMounted = mountDisk(dataDir, 2);
});
afterAll(async () => {
  if (isMounted) execFileSync('umount', [dataDir]);
  for (const folder of [dataDir, elsewhere]) await rm(folder, { recursive: true, force: true });
});

test('a file that the disk has no space for leaves nothing', async ({ skip }) => {
  if (!isMounted) return skip('a small disk can only be mounted by the administrator');
  const storage = await createLocalStorage(dataDir);
  const source = join(elsewhere, 'upload');
  await writeFile(source, bytes);
  const full = { code: 'ENOSPC' };
  await expect(storage.keepBytes(bytes, randomUUID())).rejects.toMatchObject(full);
  await expect(storage.keepFile(source, randomUUID())).rejects.toMatchObject(full);
  await expect(storage.putBack(unknownKey, Readable.from([bytes]))).rejects.toMatchObject(full);
  const left = await readdir(dataDir, { recursive: true, withFileTypes: true });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
  expect(await readdir(elsewhere)).toEqual(['upload']);
});

test('a restored file whose folder can’t be made leaves nothing', async () => {
  const storage = await createLocalStorage(elsewhere);
  await writeFile(join(elsewhere, 'files', unknownKey.slice(0, 2)), '');
  await expect(storage.putBack(unknownKey, Readable.from([bytes]))).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readdir(storage.incoming)).toEqual([]);
});
