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
): Promise<{ outcome: Outcome; flaky: string[] }> {
  const files = first.failures.map((failure) => /^(\S+\.(?:test|spec)\.tsx?) › /.exec(failure)?.[1]);
  const known = files.filter((file) => file !== undefined);
  const isConfirmable = first.failed > 0 && first.failed <= maxConfirmed && known.length === first.failures.length;
  if (!isConfirmable) return { outcome: first, flaky: [] };
  const second = await runAgain([...new Set(known)]);
  if (second.failed > 0 || second.passed === 0) return { outcome: first, flaky: [] };
  const outcome = { ...first, passed: first.passed + first.failed, failed: 0, failures: [] };
  return { outcome, flaky: first.failures };
}
