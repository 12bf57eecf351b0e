import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repositoryRoot } from '../repository.ts';
import type { Failure } from './failure.ts';
import type { FileTime } from './file-times.ts';

/** The number of tests by outcome, the failed ones, and the durations of the files. */
export type Outcome = {
  passed: number;
  failed: number;
  skipped: number;
  failures: Failure[];
  times: FileTime[];
};

// The parts of the two runners' reports that are read.
type VitestReport = {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[];
  }[];
};
type PlaywrightReport = {
  stats: { expected: number; skipped: number };
  suites: PlaywrightSuite[];
  errors: PlaywrightError[];
};
type PlaywrightError = { message: string; location?: { file: string; line: number } };
type PlaywrightSuite = {
  title: string;
  file: string;
  specs: { title: string; tests: { status: string; results: { duration?: number; errors: PlaywrightError[] }[] }[] }[];
  suites?: PlaywrightSuite[];
};

/**
 * The outcome in vitest's JSON report; a file that could not even be loaded, or whose hooks failed, counts as one failure.
 */
export function readVitestReport(file: string): Outcome {
  const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(repositoryRoot, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) {
      if (assertionResults.length === 0) return [describeFailure([path], message)];
      // The report has no error of a hook.
      return [describeFailure([path, 'beforeAll or afterAll'], 'its error is in the output')];
    }
    return failed.map((test) => describeFailure([path, test.fullName], test.failureMessages?.[0]));
  });
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    times: [],
  };
}

/** The outcome in Playwright's JSON report; each error outside of a test counts as one failure. */
export function readPlaywrightReport(file: string): Outcome {
  const { stats, suites, errors }: PlaywrightReport = JSON.parse(readFileSync(file, 'utf8'));
  const failures = [
    ...suites.flatMap((suite) => playwrightFailures(suite, [`e2e/specs/${suite.file}`])),
    ...errors.map((error) => describeFailure(['e2e'], explain(error))),
  ];
  const times = suites.map((suite) => ({ file: `e2e/specs/${suite.file}`, ms: durationOf(suite) }));
  return { passed: stats.expected, failed: failures.length, skipped: stats.skipped, failures, times };
}

/** The duration of all tests in a suite, including nested ones, in milliseconds. */
function durationOf({ specs, suites = [] }: PlaywrightSuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap(({ results: all }) => all));
  const inner = suites.reduce((sum, suite) => sum + durationOf(suite), 0);
  return results.reduce((sum, { duration = 0 }) => sum + duration, inner);
}

/** Of a suite and all within it. The outermost suite is the file, which `titles` begins with. */
function playwrightFailures({ specs, suites = [] }: PlaywrightSuite, titles: readonly string[]): Failure[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => describeFailure([...titles, title], explain(results.flatMap(({ errors }) => errors)[0]))),
  );
  return [...own, ...suites.flatMap((suite) => playwrightFailures(suite, [...titles, suite.title]))];
}

/** A Playwright error with the place of the expectation, which its message doesn't name. */
function explain(error: PlaywrightError | undefined): string | undefined {
  if (error?.location === undefined) return error?.message;
  return `${relative(repositoryRoot, error.location.file)}:${error.location.line}: ${error.message.trim()}`;
}

const shownLines = 6;

/** In one line, so that a log can be searched for it: the first lines of the error, with a slash for each new line. */
function describeFailure(titles: readonly string[], error = 'no error was reported'): Failure {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isForeignFrame(line));
  return { test: titles.join(' › '), error: lines.slice(0, shownLines).join(' / ') };
}

/** A line of a stack that is neither the test nor the code under test. */
function isForeignFrame(line: string): boolean {
  return /^at .*(?:\/node_modules\/|\(node:|<anonymous>\))/.test(line);
}

/** Adds up the outcomes of several runners. */
export function sumOutcomes(all: readonly Outcome[]): Outcome {
  const sum: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [], times: [] };
  for (const outcome of all) {
    sum.passed += outcome.passed;
    sum.failed += outcome.failed;
    sum.skipped += outcome.skipped;
    sum.failures.push(...outcome.failures);
    sum.times.push(...outcome.times);
  }
  return sum;
}
