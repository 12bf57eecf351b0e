import type { Failure } from './failure.ts';
import type { Outcome } from './reports.ts';

/** More failures than this have a common cause, which a second run wouldn't change. */
const maxConfirmed = 3;

/**
 * Runs the files of a few failed tests again, alone: a test that fails again is a failure. One that passes then is a
 * race, in the test or in the product, that the whole run has shown: it is reported as `FLAKY` and has to be fixed, but
 * doesn't fail the run of an unrelated change. Failures without a file (errors outside of tests) remain failures.
 */
export async function confirmFailures(
  first: Outcome,
  runAgain: (files: string[]) => Promise<Outcome>,
): Promise<{ outcome: Outcome; flaky: Failure[] }> {
  const files = first.failures.map(fileOf);
  const known = files.filter((file) => file !== undefined);
  const isConfirmable = first.failed > 0 && first.failed <= maxConfirmed && known.length === first.failures.length;
  if (!isConfirmable) return { outcome: first, flaky: [] };
  const second = await runAgain([...new Set(known)]);
  const passedNow = second.passed === 0 ? () => false : passedIn(second, first);
  const flaky = first.failures.filter(passedNow);
  const failures = first.failures.filter((failure) => !passedNow(failure));
  const outcome = { ...first, passed: first.passed + flaky.length, failed: failures.length, failures };
  return { outcome, flaky };
}

/**
 * Finds out which failures of the first run passed in the second one: not those of a file with a new failure, such as of a
 * hook, because some of its tests may not have run.
 */
function passedIn(second: Outcome, first: Outcome): (failure: Failure) => boolean {
  const before = new Set(first.failures.map(({ test }) => test));
  const again = new Set(second.failures.map(({ test }) => test));
  const unclear = new Set(second.failures.filter(({ test }) => !before.has(test)).map(fileOf));
  return (failure) => !again.has(failure.test) && !unclear.has(undefined) && !unclear.has(fileOf(failure));
}

const fileOf = ({ test }: Failure): string | undefined => /^(\S+\.(?:test|spec)\.tsx?) › /.exec(test)?.[1];
