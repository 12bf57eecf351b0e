import { expect, test, vi } from 'vitest';
import { confirmFailures } from './confirm-failures.ts';
import type { Outcome } from './reports.ts';

const outcome = (failures: string[]): Outcome => ({
  passed: 5,
  failed: failures.length,
  skipped: 0,
  failures,
  times: [],
});
const race = 'server/a.test.ts › a thread is kept: expected 1 to be 2';

test('a test that passes alone is reported as flaky, and counts as passed', async () => {
  const again = vi.fn<(files: string[]) => Promise<Outcome>>().mockResolvedValue(outcome([]));
  const found = await confirmFailures(outcome([race, race]), again);
  expect(again).toHaveBeenCalledExactlyOnceWith(['server/a.test.ts']);
  expect(found).toEqual({ outcome: { ...outcome([]), passed: 7 }, flaky: [race, race] });
});

test('a test that fails again, or is not found again, is a failure', async () => {
  const first = outcome([race]);
  expect(await confirmFailures(first, () => Promise.resolve(first))).toEqual({ outcome: first, flaky: [] });
  const nothing = { ...outcome([]), passed: 0 };
  expect(await confirmFailures(first, () => Promise.resolve(nothing))).toEqual({ outcome: first, flaky: [] });
});

test.for([
  ['none', []],
  ['more than three', [race, race, race, race]],
  ['errors outside of tests', [race, 'outside of a test: read ECONNRESET']],
  ['a file that could not be loaded', ['server/a.test.ts: No such file']],
] as const)('%s: nothing runs again', async ([, failures]) => {
  const again = vi.fn<(files: string[]) => Promise<Outcome>>();
  const first = outcome([...failures]);
  expect(await confirmFailures(first, again)).toEqual({ outcome: first, flaky: [] });
  expect(again).not.toHaveBeenCalled();
});
