import type { ImportGraph } from './import-graph.ts';

/** Everything that uses a database gets it from here. */
const databases = 'server/test/databases/templates.ts';

/**
 * Tests that use a database but can't differ on PostgreSQL and Redis, each with the reason. All others that use one run
 * there too.
 */
export const sameEverywhere: readonly { readonly files: RegExp; readonly reason: string }[] = [
  {
    files: /^server\/test\/contract\/properties\.test\.ts$/,
    reason:
      'most of its requests are refused before they reach a database; the others are in the tests of each feature',
  },
  {
    files: /^server\/test\/typed-client\//,
    reason: 'the client: what it sends and reads over HTTP is the same',
  },
  {
    files: /^server\/test\/curl-examples\.test\.ts$/,
    reason: 'the examples for curl: what they show over HTTP is the same',
  },
  {
    files: /^server\/src\/features\/personas\/starter-personas\.test\.ts$/,
    reason: 'the content of the starter personas, which run on the built-in model',
  },
];

/** The server's tests that can differ on real services: those that use a database, directly or through a helper. */
export function chooseForServices(
  files: readonly string[],
  graph: ImportGraph,
): { tests: string[]; leftOut: string[] } {
  const all = files.filter((file) => /^server\/.*\.test\.ts$/.test(file));
  const dependents = graph.dependents([databases]);
  const reaching = all.filter((file) => dependents.has(file));
  const tests = reaching.filter((file) => !sameEverywhere.some(({ files: same }) => same.test(file)));
  return {
    tests,
    leftOut: [
      `${all.length - reaching.length} files of the server that reach no database`,
      ...sameEverywhere.flatMap(({ files: same, reason }) =>
        reaching.filter((file) => same.test(file)).map((file) => `${file} (${reason})`),
      ),
    ],
  };
}
