import { expect, test, vi } from 'vitest';
import { confirmFailures } from './confirm-failures.ts';
import type { Failure } from './failure.ts';
import type { Outcome } from './reports.ts';

const outcome = (failures: Failure[]): Outcome => ({
  passed: 5,
  failed: failures.length,
  skipped: 0,
  failures,
  times: [],
});
const failure = (name: string, error = 'expected 1 to be 2'): Failure => ({ test: name, error });
const race = failure('server/a.test.ts › a thread is kept');
const other = failure('server/b.test.ts › a form: is sent');

test('a test that passes alone is reported as flaky, and counts as passed', async () => {
  const again = vi.fn<(files: string[]) => Promise<Outcome>>().mockResolvedValue(outcome([]));
  const found = await confirmFailures(outcome([race, race]), again);
  expect(again).toHaveBeenCalledExactlyOnceWith(['server/a.test.ts']);
  expect(found).toEqual({ outcome: { ...outcome([]), passed: 7 }, flaky: [race, race] });
});

test('a test that fails again, also with another error, or is not found again, is a failure', async () => {
  const first = outcome([race]);
  const second = outcome([failure(race.test, 'read ECONNRESET')]);
  expect(await confirmFailures(first, () => Promise.resolve(second))).toEqual({ outcome: first, flaky: [] });
  const nothing = { ...outcome([]), passed: 0 };
  expect(await confirmFailures(first, () => Promise.resolve(nothing))).toEqual({ outcome: first, flaky: [] });
});

test('one that passes is flaky although another one fails again', async () => {
  expect(await confirmFailures(outcome([race, other]), () => Promise.resolve(outcome([other])))).toEqual({
    outcome: { ...outcome([other]), passed: 6 },
    flaky: [race],
  });
});

test.for([
  ['of a hook', 'server/a.test.ts › beforeAll or afterAll'],
  ['of the runner', 'vitest'],
] as const)('tests whose file has a new failure %s remain failures', async ([, name]) => {
  const first = outcome([race]);
  const second = outcome([failure(name)]);
  expect(await confirmFailures(first, () => Promise.resolve(second))).toEqual({ outcome: first, flaky: [] });
});

test.for([
  ['none', []],
  ['more than three', [race, race, race, race]],
  ['errors outside of tests', [race, failure('outside of a test')]],
  ['a file that could not be loaded', [failure('server/a.test.ts', 'No such file')]],
] as const)('%s: nothing runs again', async ([, failures]) => {
  const again = vi.fn<(files: string[]) => Promise<Outcome>>();
  const first = outcome([...failures]);
  expect(await confirmFailures(first, again)).toEqual({ outcome: first, flaky: [] });
  expect(again).not.toHaveBeenCalled();
});
