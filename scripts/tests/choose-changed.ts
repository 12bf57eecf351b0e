import { execFileSync } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { listRepositoryFiles, repositoryRoot } from '../repository.ts';
import { browserAreas } from './browser-areas.ts';
import { type ImportGraph, readImportGraph } from './import-graph.ts';

/** What to run for a change, by paths relative to the root. */
export interface ChangedTests {
  readonly changed: readonly string[];
  readonly unit: readonly string[];
  readonly browser: readonly string[];
  /** Checks that run with `npm test` but not here, a sentence each. */
  readonly leftOut: readonly string[];
}

const isUnitTest = (file: string): boolean => /\.test\.tsx?$/.test(file);
const isBrowserTest = (file: string): boolean => /^e2e\/specs\/.*\.spec\.ts$/.test(file);

/**
 * Loads the whole server, so every test of the server depends on every file through it. The graph is followed up to
 * here; files behind it are chosen by folder and by name instead.
 */
const isComposition = (file: string): boolean =>
  /^server\/(?:src\/(?:app\/|main\.ts|cli\.ts|generate\.ts)|test\/(?:start-server|spawn-server|open-test-database)\.ts)/.test(
    file,
  );

/** The files that differ from a commit, committed since or not, new ones included. */
export function listChanged(base: string): string[] {
  const run = (...words: string[]): string[] =>
    execFileSync('git', words, { cwd: repositoryRoot, encoding: 'utf8' })
      .split('\0')
      .filter((file) => file !== '');
  const differing = run('diff', '--name-only', '-z', base, '--');
  const untracked = run('ls-files', '--others', '--exclude-standard', '-z');
  return [...new Set([...differing, ...untracked])].toSorted();
}

/** Chooses the tests for a change: those that import it, the tests of its feature, and its browser specs. */
export function chooseChanged(
  changed: readonly string[],
  files = listRepositoryFiles(repositoryRoot),
  graph: ImportGraph = readImportGraph(repositoryRoot, files),
): ChangedTests {
  const dependents = graph.dependents(changed, { stopAt: isComposition });
  const unitTests = files.filter(isUnitTest);
  const unit = unitTests.filter(
    (test) => dependents.has(test) || changed.some((file) => isBeside(file, test) || isOfFeature(file, test)),
  );
  const specs = files.filter(isBrowserTest);
  const named = new Set(changed.filter((file) => !isUnitTest(file)).flatMap(specsOf));
  const browser = specs.filter((spec) => dependents.has(spec) || named.has(basename(spec, '.spec.ts')));
  return {
    changed,
    unit,
    browser,
    leftOut: [
      `${unitTests.length - unit.length} of ${unitTests.length} unit test files`,
      `${specs.length - browser.length} of ${specs.length} browser specs`,
      ...(changed.some((file) => file.startsWith('server/')) ? ['whole-server tests of other features'] : []),
    ],
  };
}

/** Tests that name no file of their subject: the tests of its folder. */
function isBeside(file: string, test: string): boolean {
  return !isUnitTest(file) && dirname(file) === dirname(test) && !file.startsWith('server/test/');
}

/** The tests of a feature enter over HTTP: those in its folder, and the pages of the specification about it. */
function isOfFeature(file: string, test: string): boolean {
  const feature = /^server\/src\/features\/([^/]+)\//.exec(file)?.[1];
  if (feature === undefined || isUnitTest(file)) return false;
  if (test.startsWith(`server/src/features/${feature}/`)) return true;
  const word = feature.replace(/-(?:interfaces|bases)$/, '').replace(/s$/, '');
  return test.startsWith('server/test/specification/') && basename(test).includes(word);
}

function specsOf(file: string): readonly string[] {
  return browserAreas.find(({ files }) => files.test(file))?.specs ?? [];
}
