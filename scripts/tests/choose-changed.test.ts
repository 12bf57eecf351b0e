import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listRepositoryFiles, repositoryRoot } from '../repository.ts';
import { browserAreas } from './browser-areas.ts';
import { chooseChanged } from './choose-changed.ts';
import { chooseForServices, names, sameEverywhere } from './choose-for-services.ts';
import { toChoice } from './choose-tests.ts';
import { readImportGraph } from './import-graph.ts';

const files = listRepositoryFiles(repositoryRoot);
const graph = readImportGraph(repositoryRoot, files);
const choose = (...changed: string[]) => chooseChanged(changed, files, graph);

describe('the tests that a change touches', () => {
  test('for a test itself: only that test', () => {
    const file = 'server/src/features/webhooks/webhooks.test.ts';
    expect(choose(file)).toMatchObject({ unit: [file], browser: [] });
  });

  test('for a module: the tests that import it, directly or indirectly', () => {
    const { unit } = choose('shared-types/src/client/parse-events.ts');
    expect(unit).toContain('shared-types/src/client/parse-events.test.ts');
    expect(choose('scripts/repository.ts').unit).toContain('scripts/tests/tests.test.ts');
    // Through the name under which a workspace exports it.
    expect(choose('browser-kit/src/breakpoints.ts').unit.some((file) => file.startsWith('widget/'))).toBe(true);
  });

  test('for a feature: the tests of its folder and of the specification, but not every server test', () => {
    const { unit, leftOut } = choose('server/src/features/webhooks/webhooks.sql.ts');
    expect(unit).toContain('server/src/features/webhooks/deliveries.test.ts');
    expect(unit).toContain('server/test/specification/spec-4.7-webhooks.test.ts');
    expect(unit).not.toContain('server/src/features/workflows/workflows.test.ts');
    expect(leftOut).toContain('whole-server tests of other features');
  });

  test('for a part of every server: all tests that start one', () => {
    const { unit } = choose('server/test/start-server.ts');
    expect(unit).toContain('server/src/features/workflows/workflows.test.ts');
    expect(unit).toContain('server/test/specification/spec-4.7-webhooks.test.ts');
    expect(unit).not.toContain('server/src/platform/sse.test.ts');
  });

  test('for a front end: its tests, and the browser specs of the area', () => {
    const { unit, browser } = choose('widget/src/theme/theme.ts');
    expect(unit).toContain('widget/src/theme/theme.test.ts');
    expect(browser).toContain('e2e/specs/widget-look.spec.ts');
    expect(choose('e2e/support/test.ts').browser).toEqual(files.filter((file) => file.endsWith('.spec.ts')));
  });

  test('are converted to arguments for the runners, and a change without tests is an error', () => {
    const changed = choose('widget/src/theme/theme.test.ts', 'e2e/specs/widget-look.spec.ts');
    expect(toChoice(changed, 'main', ['-t', 'dark'])).toEqual({
      projects: ['widget'],
      words: ['widget/src/theme/theme.test.ts', '-t', 'dark'],
      e2e: true,
      browserWords: ['widget-look.spec.ts'],
      leftOut: changed.leftOut,
    });
    expect(() => toChoice(choose(), 'main', [])).toThrow('No file differs from main');
    expect(() => toChoice(choose('docs/development.md'), 'main', [])).toThrow('No test is touched by docs/development');
  });
});

test('every spec that an area of the browser tests names exists', () => {
  const specs = new Set(browserAreas.flatMap((area) => area.specs));
  expect([...specs].filter((name) => !existsSync(join(repositoryRoot, 'e2e/specs', `${name}.spec.ts`)))).toEqual([]);
});

describe('on real services', () => {
  const { tests, leftOut } = chooseForServices(files, graph);

  test('run the tests that use a database, directly or in a process that they start', () => {
    expect(tests).toContain('server/src/platform/queue.test.ts');
    expect(tests).toContain('server/src/features/executions/restart.test.ts');
    expect(tests).toContain('server/test/specification/spec-4.7-webhooks.test.ts');
    expect(tests).not.toContain('server/src/platform/sse.test.ts');
  });

  test('skip tests that are the same everywhere, and report which and why', () => {
    for (const { files: entries, reason } of sameEverywhere) {
      for (const entry of entries) expect(tests.filter((file) => names(entry, file))).toEqual([]);
      expect(leftOut.join('\n')).toContain(reason);
    }
  });

  test('skip only existing files, and name each of them once', () => {
    const entries = sameEverywhere.flatMap((group) => group.files);
    const isTest = (entry: string) => files.some((file) => file.endsWith('.test.ts') && names(entry, file));
    expect(entries.filter((entry) => !isTest(entry))).toEqual([]);
    expect(new Set(entries).size).toBe(entries.length);
    for (const entry of entries) expect(leftOut.join('\n')).toContain(entry);
  });
});
