import { basename } from 'node:path';
import { listRepositoryFiles, repositoryRoot } from '../repository.ts';
import { type ChangedTests, chooseChanged, listChanged } from './choose-changed.ts';
import { chooseForServices } from './choose-for-services.ts';
import { readImportGraph } from './import-graph.ts';
import { vitestProjects } from './projects.ts';

/** The suite of the browser tests; the others are vitest's projects. */
const browserTests = 'e2e';

/** What to run: vitest's projects, whether the browser tests run too, and the words to pass on to each runner. */
export interface Choice {
  readonly projects: string[];
  readonly words: string[];
  readonly e2e: boolean;
  readonly browserWords: string[];
  /** Tests that don't run, for the end of the output. */
  readonly leftOut: string[];
  /** Whether a file that takes too long fails the run (slow-files.ts). */
  readonly timeLimits: boolean;
  /** Whether a few failed tests run again before they fail the run (confirm-failures.ts). */
  readonly confirm: boolean;
}

/**
 * Parses `npm test -- [--time-limits] [--confirm] [--changed [base] | --real-services | suite …] [words for the runner …]`. Without
 * a suite everything runs; words without a suite are passed to vitest, because they select files of one runner. After
 * `--real-services` they are parts of the paths of its files.
 */
export function chooseTests(commandLine: readonly string[]): Choice {
  const ahead = commandLine.findIndex((word) => word !== '--time-limits' && word !== '--confirm');
  const options = ahead === -1 ? commandLine : commandLine.slice(0, ahead);
  const manner = { timeLimits: options.includes('--time-limits'), confirm: options.includes('--confirm') };
  const [first, ...rest] = commandLine.slice(options.length);
  if (first === '--changed') return { ...chooseByChange(rest), ...manner };
  if (first === '--real-services') return { ...chooseByServices(rest), ...manner };
  return { ...chooseSuites(first === undefined ? [] : [first, ...rest]), ...manner };
}

type Chosen = Omit<Choice, 'timeLimits' | 'confirm'>;

function chooseSuites(commandLine: readonly string[]): Chosen {
  const names: string[] = [...vitestProjects, browserTests];
  const firstWord = commandLine.findIndex((word) => !names.includes(word));
  const suites = firstWord === -1 ? [...commandLine] : commandLine.slice(0, firstWord);
  const words = firstWord === -1 ? [] : commandLine.slice(firstWord);
  const everything = words.length > 0 ? names.filter((name) => name !== browserTests) : names;
  const chosen = suites.length > 0 ? suites : everything;
  return {
    projects: vitestProjects.filter((name) => chosen.includes(name)),
    words,
    e2e: chosen.includes(browserTests),
    browserWords: words,
    leftOut: names.filter((name) => !chosen.includes(name)),
  };
}

function chooseByChange([base = 'HEAD', ...words]: readonly string[]): Chosen {
  return toChoice(chooseChanged(listChanged(base)), base, words);
}

/** Turns the tests that a change touches into words for the runners. */
export function toChoice({ changed, unit, browser, leftOut }: ChangedTests, base: string, words: string[]): Chosen {
  if (changed.length === 0) throw new Error(`No file differs from ${base}; name what to compare with: --changed main`);
  if (unit.length + browser.length === 0) throw new Error(`No test is touched by ${changed.join(', ')}`);
  return {
    projects: vitestProjects.filter((name) => unit.some((file) => file.startsWith(`${name}/`))),
    words: [...unit, ...words],
    e2e: browser.length > 0,
    browserWords: browser.map((file) => basename(file)),
    leftOut: [...leftOut],
  };
}

function chooseByServices(words: string[]): Chosen {
  const files = listRepositoryFiles(repositoryRoot);
  const { tests, leftOut } = chooseForServices(files, readImportGraph(repositoryRoot, files));
  const firstOption = words.findIndex((word) => word.startsWith('-'));
  const parts = firstOption === -1 ? words : words.slice(0, firstOption);
  const named = parts.length === 0 ? tests : tests.filter((file) => parts.some((part) => file.includes(part)));
  if (named.length === 0) throw new Error(`No test file for the real services has ${parts.join(' or ')} in its path`);
  const options = words.slice(parts.length);
  return { projects: ['server'], words: [...named, ...options], e2e: false, browserWords: [], leftOut };
}
