import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseTests } from './choose-tests.ts';
import { countPlaywright, countVitest, sumCounts } from './counts.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-counts-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function report(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('without words everything runs', () => {
  expect(chooseTests([])).toMatchObject({ e2e: true, words: [], leftOut: [] });
  expect(chooseTests([]).projects).toContain('server');
});

test('suites by name, and words for their runner', () => {
  expect(chooseTests(['server', 'threads', '-t', 'server'])).toMatchObject({
    projects: ['server'],
    e2e: false,
    words: ['threads', '-t', 'server'],
  });
  expect(chooseTests(['e2e', 'chat'])).toMatchObject({ projects: [], e2e: true, words: ['chat'] });
});

test('words alone are for vitest, and the browser tests are said to be left out', () => {
  expect(chooseTests(['threads'])).toMatchObject({ e2e: false, words: ['threads'], leftOut: ['e2e'] });
});

test('counts of both runners; a file that did not load and an error outside of a test are failures', () => {
  const vitest = countVitest(
    report({
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{}] },
        { status: 'passed', assertionResults: [{}] },
      ],
    }),
  );
  expect(vitest).toEqual({ passed: 5, failed: 2, skipped: 3 });
  const playwright = countPlaywright(
    report({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 }, errors: [{ message: 'outside' }] }),
  );
  expect(playwright).toEqual({ passed: 3, failed: 3, skipped: 1 });
  expect(sumCounts([vitest, playwright])).toEqual({ passed: 8, failed: 5, skipped: 4 });
});
