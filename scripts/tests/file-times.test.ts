import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../repository.ts';
import { describeTooSlow, judgeTimes } from './file-times.ts';
import { slowFiles } from './slow-files.ts';

/** `count` files that take `ms` each, and one that takes `slowMs`. */
const run = (ms: number, slowMs: number, count = 60) => [
  { file: 'slow.test.ts', ms: slowMs },
  ...Array.from({ length: count }, (_, index) => ({ file: `quick-${index}.test.ts`, ms })),
];

test('shows the ten slowest files, the slowest first', () => {
  const { slowest } = judgeTimes(run(100, 2_000), {});
  expect(slowest).toHaveLength(10);
  expect(slowest[0]).toMatch(/^ +2\.0 s {2}slow\.test\.ts$/);
});

test('a file over 15 s is too slow, unless it is listed with its reason', () => {
  expect(judgeTimes(run(100, 14_900), {}).tooSlow).toEqual([]);
  const { tooSlow, limitMs } = judgeTimes(run(100, 15_100), {});
  expect(tooSlow.map((file) => describeTooSlow(file, limitMs))).toEqual([
    { test: 'slow.test.ts', error: expect.stringMatching(/^took 15\.1 s, and a file may take 15\.0 s/) },
  ]);
  expect(judgeTimes(run(100, 15_100), { 'slow.test.ts': 'it waits for a lease' }).tooSlow).toEqual([]);
});

test('on a slow or busy machine, a file may take proportionally longer', () => {
  expect(judgeTimes(run(2_800, 59_000), {}).tooSlow).toEqual([]);
  expect(judgeTimes(run(2_800, 61_000), {}).tooSlow).toHaveLength(1);
});

test('browser specs are listed but not limited', () => {
  const times = [{ file: 'e2e/specs/chat.spec.ts', ms: 60_000 }, ...run(100, 100)];
  expect(judgeTimes(times, {}).tooSlow).toEqual([]);
  expect(judgeTimes(times, {}).slowest[0]).toContain('e2e/specs/chat.spec.ts');
});

test('with a few files, there is no meaningful median', () => {
  expect(judgeTimes(run(100, 60_000, 5), {}).tooSlow).toEqual([]);
});

test('every listed file exists', () => {
  expect(Object.keys(slowFiles).filter((file) => !existsSync(join(repositoryRoot, file)))).toEqual([]);
});
