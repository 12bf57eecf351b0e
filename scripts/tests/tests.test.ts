import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseTests } from './choose-tests.ts';
import { listRepositoryFiles, repositoryRoot } from '../repository.ts';
import { vitestProjects } from './projects.ts';
import { countWorkers } from './worker-count.ts';
import { readPlaywrightReport, readVitestReport, sumOutcomes } from './reports.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-report-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('without arguments everything runs', () => {
  expect(chooseTests([])).toMatchObject({ e2e: true, words: [], leftOut: [] });
  expect(chooseTests([]).projects).toContain('server');
});

test('every folder with a vitest test is a project', () => {
  const files = listRepositoryFiles(repositoryRoot).filter((file) => /\.test\.tsx?$/.test(file));
  expect(new Set(files.map((file) => file.split('/')[0]))).toEqual(new Set(vitestProjects));
});

test('suites by name, and arguments for their runner', () => {
  expect(chooseTests(['server', 'threads', '-t', 'server'])).toMatchObject({
    projects: ['server'],
    e2e: false,
    words: ['threads', '-t', 'server'],
    timeLimits: false,
  });
  expect(chooseTests(['e2e', 'chat'])).toMatchObject({ projects: [], e2e: true, browserWords: ['chat'] });
});

test('time limits and a second run of failures on request, before everything else', () => {
  expect(chooseTests(['--time-limits', 'server'])).toMatchObject({ projects: ['server'], words: [], timeLimits: true });
  expect(chooseTests(['--time-limits', '--confirm', 'server'])).toMatchObject({
    projects: ['server'],
    words: [],
    timeLimits: true,
    confirm: true,
  });
  expect(chooseTests(['--confirm'])).toMatchObject({ e2e: true, words: [], timeLimits: false, confirm: true });
  expect(chooseTests(['server', '--confirm'])).toMatchObject({ words: ['--confirm'], confirm: false });
});

test('as many test processes as are asked for, from one on', () => {
  const gigabyte = 1024 ** 3;
  expect(countWorkers('5', 32 * gigabyte)).toEqual({ vitest: 5, browsers: 5, browsersBesideVitest: 5 });
  expect(countWorkers('5', 16 * gigabyte)).toEqual({ vitest: 5, browsers: 5, browsersBesideVitest: 0 });
  for (const wrong of ['0', '-1', 'many', '', '1.5']) expect(() => countWorkers(wrong)).toThrow('PORTICO_TEST_WORKERS');
});

test('as many test processes as fit in the memory', () => {
  vi.stubEnv('PORTICO_TEST_WORKERS', undefined);
  const inMemory = (gigabytes: number) => countWorkers(undefined, gigabytes * 1024 ** 3);
  expect(inMemory(16)).toEqual({ vitest: 4, browsers: 3, browsersBesideVitest: 2 });
  expect(inMemory(8)).toEqual({ vitest: 3, browsers: 3, browsersBesideVitest: 0 });
  expect(inMemory(2)).toEqual({ vitest: 2, browsers: 2, browsersBesideVitest: 0 });
});

test('arguments without a suite are for vitest, and the skipped browser tests are reported', () => {
  expect(chooseTests(['threads'])).toMatchObject({ e2e: false, words: ['threads'], leftOut: ['e2e'] });
});

test('words after --real-services narrow its files, and those from an option on are passed on', () => {
  const { words } = chooseTests(['--real-services', 'executions/races', '-t', 'cancel']);
  expect(words).toEqual(['server/src/features/executions/races.test.ts', '-t', 'cancel']);
  const all = chooseTests(['--real-services', '-t', 'cancel']).words;
  expect([all.length > 100, all.slice(-2)]).toEqual([true, ['-t', 'cancel']]);
  expect(() => chooseTests(['--real-services', 'no-such-file'])).toThrow('No test file for the real services');
});

test('vitest: counts, and each failure with its file, name and error; a file that did not load is a failure', () => {
  const outcome = readVitestReport(
    report({
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { name: join(repositoryRoot, 'server/a.test.ts'), status: 'failed', message: 'No such', assertionResults: [] },
        {
          name: join(repositoryRoot, 'server/b.test.ts'),
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'a thread is shown', status: 'passed', failureMessages: [] },
            {
              fullName: 'a thread is kept',
              status: 'failed',
              failureMessages: [
                '\u001B[31mexpected 1 to be 2\u001B[39m\n  at b.test.ts:3\n  at run (file:///a/node_modules/vitest/run.js:1:2)\n  at new Promise (<anonymous>)\n  at async tick (node:internal/process/task_queues:104:5)',
              ],
            },
          ],
        },
        { name: join(repositoryRoot, 'server/c.test.ts'), status: 'passed', message: '', assertionResults: [] },
        {
          name: join(repositoryRoot, 'server/d.test.ts'),
          status: 'failed',
          message: '',
          assertionResults: [{ fullName: 'after a hook', status: 'skipped', failureMessages: [] }],
        },
      ],
    }),
  );
  expect(outcome).toEqual({
    passed: 5,
    failed: 3,
    skipped: 3,
    failures: [
      { test: 'server/a.test.ts', error: 'No such' },
      { test: 'server/b.test.ts › a thread is kept', error: 'expected 1 to be 2 / at b.test.ts:3' },
      { test: 'server/d.test.ts › beforeAll or afterAll', error: 'its error is in the output' },
    ],
    times: [],
  });
});

test('Playwright: counts, and each failure with its file, titles and error; an error outside of a test is a failure', () => {
  const test = (status: string, ...errors: unknown[]) => ({ status, results: [{ duration: 400, errors }] });
  const location = { file: join(repositoryRoot, 'e2e/support/widget.ts'), line: 7 };
  const outcome = readPlaywrightReport(
    report({
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 },
      suites: [
        {
          title: 'chat.spec.ts',
          file: 'chat.spec.ts',
          specs: [
            { title: 'opens', tests: [test('expected')] },
            { title: 'closes', tests: [test('unexpected', { message: '\nTimed out\nafter 60 s', location })] },
          ],
          suites: [{ title: 'dark', file: 'chat.spec.ts', specs: [{ title: 'is read', tests: [test('flaky')] }] }],
        },
      ],
      errors: [{ message: 'outside' }],
    }),
  );
  expect(outcome).toEqual({
    passed: 3,
    failed: 3,
    skipped: 1,
    failures: [
      { test: 'e2e/specs/chat.spec.ts › closes', error: 'e2e/support/widget.ts:7: Timed out / after 60 s' },
      { test: 'e2e/specs/chat.spec.ts › dark › is read', error: 'no error was reported' },
      { test: 'e2e', error: 'outside' },
    ],
    times: [{ file: 'e2e/specs/chat.spec.ts', ms: 1200 }],
  });
});

test('several outcomes are added up', () => {
  const one = {
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: [{ test: 'a', error: 'b' }],
    times: [{ file: 'a', ms: 1 }],
  };
  const other = { passed: 2, failed: 0, skipped: 3, failures: [], times: [{ file: 'c', ms: 2 }] };
  expect(sumOutcomes([one, other])).toEqual({
    passed: 3,
    failed: 1,
    skipped: 3,
    failures: [{ test: 'a', error: 'b' }],
    times: [
      { file: 'a', ms: 1 },
      { file: 'c', ms: 2 },
    ],
  });
});
