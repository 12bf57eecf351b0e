import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishFile } from './publish-file.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-publish-'));
});
afterEach(async () => rm(folder, { recursive: true, force: true }));

test('of two that write to the same path at the same time, one is refused, and the other one is whole', async () => {
  const path = join(folder, 'backup.zip');
  // Both have begun before either ends.
  const both = Promise.withResolvers<void>();
  let begun = 0;
  const write = async (content: string) =>
    publishFile(path, async (draft) => {
      begun += 1;
      if (begun === 2) both.resolve();
      await both.promise;
      await writeFile(draft, content, { flag: 'wx' });
      return content;
    });
  const outcomes = await Promise.allSettled([write('one'), write('two')]);
  const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
  expect(lost).toEqual([`StartError: ${path} already exists`]);
  expect(won).toEqual([await readFile(path, 'utf8')]);
  expect(await readdir(folder)).toEqual(['backup.zip']);
});

test('a failure leaves no file, and says what the system answered', async () => {
  const fail = async (): Promise<void> => {
    throw Object.assign(new Error('no space'), { syscall: 'write', code: 'ENOSPC' });
  };
  const path = join(folder, 'backup.zip');
  await expect(publishFile(path, fail)).rejects.toThrow(`${path} can't be written (ENOSPC)`);
  expect(await readdir(folder)).toEqual([]);
});
