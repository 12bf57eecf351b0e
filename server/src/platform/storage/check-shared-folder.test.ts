import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '../../../test/open-test-database.ts';
import { checkSharedFolder } from './index.ts';

let home: Awaited<ReturnType<typeof openTestDatabase>>;
let one: string;
let other: string;
beforeAll(async () => {
  home = await openTestDatabase();
  one = await mkdtemp(join(tmpdir(), 'portico-folder-'));
  other = await mkdtemp(join(tmpdir(), 'portico-folder-'));
});
afterAll(async () => {
  await home.remove();
  for (const folder of [one, other]) await rm(folder, { recursive: true, force: true });
});

const bucket = { endpoint: 'http://s3', bucket: 'b', region: 'r', accessKeyId: 'k', secretAccessKey: 's' };
const check = async (role: 'web' | 'worker' | 'all', dataDir: string, s3?: typeof bucket) =>
  checkSharedFolder({ role, dataDir, s3 }, home.database);

test('separate web and worker processes only start with a shared folder or S3', async () => {
  await Promise.all([check('web', one), check('worker', one), check('web', one)]);
  await expect(check('worker', other)).rejects.toThrow(/^DATA_DIR: .*S3_ENDPOINT$/);
  await check('worker', other, bucket);
  // The folder of a server with both roles counts, so that a lost folder can be replaced.
  await check('all', other);
  await check('worker', other);
  await expect(check('web', one)).rejects.toThrow(/^DATA_DIR:/);
});
