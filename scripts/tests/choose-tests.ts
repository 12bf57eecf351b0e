/** The suites by name: vitest's projects, and the browser tests. */
const vitestProjects = [
  'shared-types',
  'browser-kit',
  'server',
  'widget',
  'form-app',
  'embed-loader',
  'scripts',
] as const;
const browserTests = 'e2e';

/** What to run: vitest's projects, whether the browser tests run too, and the words to pass on to the runners. */
export type Choice = { projects: string[]; e2e: boolean; words: string[]; leftOut: string[] };

/**
 * Reads `npm test -- [suite …] [words for the runner …]`. Without a suite everything runs; words without a suite are
 * for vitest, since they narrow down to files of one runner.
 */
export function chooseTests(commandLine: readonly string[]): Choice {
  const names: string[] = [...vitestProjects, browserTests];
  const firstWord = commandLine.findIndex((word) => !names.includes(word));
  const suites = firstWord === -1 ? [...commandLine] : commandLine.slice(0, firstWord);
  const words = firstWord === -1 ? [] : commandLine.slice(firstWord);
  const everything = words.length > 0 ? names.filter((name) => name !== browserTests) : names;
  const chosen = suites.length > 0 ? suites : everything;
  return {
    projects: vitestProjects.filter((name) => chosen.includes(name)),
    e2e: chosen.includes(browserTests),
    words,
    leftOut: names.filter((name) => !chosen.includes(name)),
  };
}
