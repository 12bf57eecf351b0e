import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askHolder, lockDirectory, stillStarting } from './lock-directory.ts';

test('a request distinguishes a process that is starting from one that ended, and from none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-lock-'));
  expect(await askHolder(folder, 'hello')).toBeUndefined();
  const hold = await lockDirectory(folder);
  const request = 'x'.repeat(100_000);
  expect(await askHolder(folder, request)).toBe(stillStarting);
  hold?.serve(async (text) => `${text.length}`);
  expect(await askHolder(folder, request)).toBe('100000');
  hold?.serve(async () => {
    throw new Error('gone');
  });
  expect(await askHolder(folder, request)).toBe('');
  await hold?.release();
  await rm(folder, { recursive: true });
});
