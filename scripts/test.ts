import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPages } from './build-pages.ts';
import { repositoryRoot } from './repository.ts';
import { runProcess, say } from './run-process.ts';
import { chooseTests, type Choice } from './tests/choose-tests.ts';
import { confirmFailures } from './tests/confirm-failures.ts';
import type { Failure } from './tests/failure.ts';
import { describeTooSlow, judgeTimes } from './tests/file-times.ts';
import { openMemoryFolder } from './tests/memory-folder.ts';
import type { RunNotes } from './tests/notes-reporter.ts';
import { countWorkers } from './tests/worker-count.ts';
import { readPlaywrightReport, readVitestReport, sumOutcomes, type Outcome } from './tests/reports.ts';

/** Playwright would compile all specs again in a run whose folder for temporary files is new: 5 s of one core. */
const compiledSpecs = join(repositoryRoot, 'node_modules/.cache/portico/compiled-specs');

const nothing: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [], times: [] };

/**
 * Runs the chosen suites, and ends with a line for each failed test, and for each one that passed when it ran again
 * (`FLAKY …`), and `N passed, N failed, N skipped`.
 */
async function runTests(choice: Choice): Promise<boolean> {
  await buildPages();
  const memory = runsAll(choice) ? openMemoryFolder() : undefined;
  if (memory !== undefined) process.env['TMPDIR'] = memory.path;
  const reports = mkdtempSync(join(tmpdir(), 'portico-reports-'));
  try {
    const all: Outcome[] = [];
    const flaky: Failure[] = [];
    const keep = async (first: Outcome, runAgain: (files: string[]) => Promise<Outcome>): Promise<void> => {
      const confirmed = choice.confirm ? await confirmFailures(first, runAgain) : { outcome: first, flaky: [] };
      all.push(confirmed.outcome);
      flaky.push(...confirmed.flaky);
    };
    const report = join(reports, 'playwright.json');
    const { unit, browser } = await runSuites(choice, reports, report);
    // Only now, as a failed test runs again alone.
    if (unit !== undefined) await keep(unit, (files) => runVitest({ ...choice, words: files }, reports));
    if (browser !== undefined) await keep(browser, () => runFailedAgain(report));
    const outcome = sumOutcomes(all);
    const tooSlow = await reportTimes(outcome, choice, reports);
    reportLeftOut(choice);
    if (outcome.passed + outcome.failed === 0) say('No test ran.');
    const failures = [...outcome.failures, ...tooSlow];
    const failed = outcome.failed + tooSlow.length;
    for (const failure of flaky) sayFailure('FLAKY', failure);
    for (const failure of failures) sayFailure('FAILED', failure);
    say(`${outcome.passed} passed, ${failed} failed, ${outcome.skipped} skipped`);
    return failed === 0 && outcome.passed > 0;
  } finally {
    rmSync(reports, { recursive: true, force: true });
    memory?.remove();
  }
}

const sayFailure = (verdict: string, { test, error }: Failure): void => say(`${verdict} ${test}: ${error}`);

/** Whole suites are run, not only some of their tests. */
const runsAll = ({ words, browserWords }: Pick<Choice, 'words' | 'browserWords'>): boolean =>
  words.length === 0 && browserWords.length === 0;

/** Both suites at the same time if the memory is enough: what vitest's tests spend waiting, the browsers can use. */
async function runSuites(
  choice: Choice,
  reports: string,
  report: string,
): Promise<{ unit?: Outcome; browser?: Outcome }> {
  const { browsers, browsersBesideVitest } = countWorkers();
  const hasUnit = choice.projects.length > 0;
  const areTogether = hasUnit && browsersBesideVitest > 0;
  const running = hasUnit ? runVitest(choice, reports) : undefined;
  if (!areTogether) await running;
  const workers = areTogether ? browsersBesideVitest : browsers;
  const browser = choice.e2e ? await runPlaywright(choice, report, workers) : undefined;
  const unit = await running;
  return { ...(unit && { unit }), ...(browser && { browser }) };
}

async function runVitest({ projects, words }: Pick<Choice, 'projects' | 'words'>, reports: string): Promise<Outcome> {
  const report = join(reports, 'vitest.json');
  const notesFile = join(reports, 'notes.json');
  const { code } = await runProcess(
    'vitest',
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      // Only this setting reaches each project: their own default is one.
      `--maxWorkers=${countWorkers().vitest}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      `--reporter=${join(import.meta.dirname, 'tests/notes-reporter.ts')}`,
      ...words,
    ],
    {
      cwd: repositoryRoot,
      echo: true,
      env: { PORTICO_TEST_NOTES: notesFile, ...(words.length === 0 && { PORTICO_TEST_ALL: 'true' }) },
    },
  );
  const notes = existsSync(notesFile) ? readNotes(notesFile) : { times: [], strayErrors: [] };
  const outcome = withStrayErrors(existsSync(report) ? readVitestReport(report) : nothing, notes.strayErrors);
  return { ...settle('vitest', code, outcome), times: notes.times };
}

function readNotes(file: string): RunNotes {
  const notes: RunNotes = JSON.parse(readFileSync(file, 'utf8'));
  return notes;
}

/** Each error thrown while no test waited for it is a failure. */
function withStrayErrors(outcome: Outcome, errors: readonly string[]): Outcome {
  const failures = [...outcome.failures, ...errors.map((error) => ({ test: 'outside of a test', error }))];
  return { ...outcome, failed: outcome.failed + errors.length, failures };
}

async function runPlaywright(
  { browserWords }: Pick<Choice, 'browserWords'>,
  report: string,
  workers = countWorkers().browsers,
): Promise<Outcome> {
  const { code } = await runProcess(
    'playwright',
    ['test', '--config=e2e/playwright.config.ts', `--workers=${workers}`, '--reporter=list,json', ...browserWords],
    {
      cwd: repositoryRoot,
      echo: true,
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_TRANSFORM_CACHE_DIR: compiledSpecs },
    },
  );
  return settle('playwright', code, existsSync(report) ? readPlaywrightReport(report) : nothing);
}

/** Keeps the screenshots of the first run, which Playwright would delete, in `e2e/test-results/first-run`. */
async function runFailedAgain(report: string): Promise<Outcome> {
  const results = join(repositoryRoot, 'e2e/test-results');
  const kept = `${report}-results`;
  cpSync(results, kept, { recursive: true });
  const outcome = await runPlaywright({ browserWords: ['--last-failed'] }, report);
  cpSync(kept, join(results, 'first-run'), { recursive: true });
  return outcome;
}

/** A runner that fails without a failed test (no test, no report) counts as one failure. */
function settle(runner: string, code: number, outcome: Outcome): Outcome {
  if (code === 0 || outcome.failed > 0) return outcome;
  return { ...outcome, failed: 1, failures: [{ test: runner, error: `ended with ${code} outside of its tests` }] };
}

/**
 * Shows the ten slowest files, and returns a line for each that takes longer than a file may. A file shares the machine
 * with others that may be heavy: with `timeLimits` one that took too long runs again, alone, before it is blamed.
 */
async function reportTimes({ times }: Outcome, { projects, timeLimits }: Choice, reports: string): Promise<Failure[]> {
  const { slowest, tooSlow, limitMs } = judgeTimes(times);
  if (slowest.length > 1) for (const line of ['The slowest files:', ...slowest]) say(line);
  const blamed: Failure[] = [];
  for (const slow of tooSlow) {
    sayFailure('Slow:', describeTooSlow(slow, limitMs));
    if (!timeLimits) continue;
    const alone = await runVitest({ projects, words: [slow.file] }, reports);
    for (const time of alone.times) if (time.ms > limitMs) blamed.push(describeTooSlow(time, limitMs));
    blamed.push(...alone.failures);
  }
  return blamed;
}

function reportLeftOut({ leftOut, projects }: Choice): void {
  if (leftOut.length > 0) say(`Left out: ${leftOut.join('; ')}.`);
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
