import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPages } from './build-pages.ts';
import { repositoryRoot } from './repository.ts';
import { runProcess, say } from './run-process.ts';
import { chooseTests, type Choice } from './tests/choose-tests.ts';
import { readPlaywrightReport, readVitestReport, sumOutcomes, type Outcome } from './tests/reports.ts';

/** Runs the suites that were chosen, and closes with a line for each failed test and `N passed, N failed, N skipped`. */
async function runTests(choice: Choice): Promise<boolean> {
  await buildPages();
  const reports = mkdtempSync(join(tmpdir(), 'portico-reports-'));
  try {
    const all: Outcome[] = [];
    if (choice.projects.length > 0) all.push(await runVitest(choice, join(reports, 'vitest.json')));
    if (choice.e2e) all.push(await runPlaywright(choice, join(reports, 'playwright.json')));
    const { passed, failed, skipped, failures } = sumOutcomes(all);
    sayWhatIsLeftOut(choice);
    if (passed + failed === 0) say('No test ran.');
    for (const failure of failures) say(`FAILED ${failure}`);
    say(`${passed} passed, ${failed} failed, ${skipped} skipped`);
    return failed === 0 && passed > 0;
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

async function runVitest({ projects, words }: Choice, report: string): Promise<Outcome> {
  const { code } = await runProcess(
    'vitest',
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      // Two of everything, for a machine with two cores. Only here it reaches each project: their own default is one.
      '--maxWorkers=2',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...words,
    ],
    { cwd: repositoryRoot, echo: true },
  );
  return settle('vitest', code, report, readVitestReport);
}

async function runPlaywright({ words }: Choice, report: string): Promise<Outcome> {
  const { code } = await runProcess(
    'playwright',
    ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json', ...words],
    { cwd: repositoryRoot, echo: true, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  );
  return settle('playwright', code, report, readPlaywrightReport);
}

/** A runner that ends badly without a failed test (an unhandled error, no test, no report) counts as one failure. */
function settle(runner: string, code: number, report: string, read: (file: string) => Outcome): Outcome {
  const outcome = existsSync(report) ? read(report) : { passed: 0, failed: 0, skipped: 0, failures: [] };
  if (code === 0 || outcome.failed > 0) return outcome;
  return { ...outcome, failed: 1, failures: [`${runner}: ended with ${code} outside of its tests`] };
}

function sayWhatIsLeftOut({ leftOut, projects }: Choice): void {
  if (leftOut.length > 0) say(`Left out, as told: ${leftOut.join(', ')}.`);
  const services = ['TEST_DATABASE_URL', 'TEST_REDIS_URL'].filter((name) => (process.env[name] ?? '') === '');
  if (projects.includes('server') && services.length > 0) {
    say(
      `Left out: the server on real PostgreSQL and Redis (${services.join(' and ')} not set); it ran on the embedded default.`,
    );
  }
}

try {
  if (!(await runTests(chooseTests(process.argv.slice(2))))) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  say('0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
}
