import type { ImportGraph } from './import-graph.ts';

/** Everything that uses a database gets it from here. */
const databases = 'server/test/databases/templates.ts';

interface LeftOut {
  /** Test files, or folders of them with a slash at the end. */
  readonly files: readonly string[];
  readonly reason: string;
}

/**
 * Tests that use a database but can't differ on PostgreSQL and Redis, because they test code before or after the
 * queries, and the queries themselves are covered by other tests that run there. All other tests with a database run
 * there too.
 */
export const sameEverywhere: readonly LeftOut[] = [
  {
    files: ['server/test/bad-starts.test.ts'],
    reason: 'starts that fail: it names the databases itself, whichever home the tests have',
  },
  {
    files: ['server/test/npm-start.test.ts'],
    reason: 'npm in front of the server: the folder and the signals',
  },
  {
    files: [
      'server/test/contract/properties.test.ts',
      'server/test/contract/walk.test.ts',
      'server/src/features/people/escalation.test.ts',
    ],
    reason:
      'requests that are refused by their key, role, scope or shape; what gets through is in the tests of each feature',
  },
  {
    files: ['server/src/app/compose.test.ts', 'server/src/app/pages/', 'server/src/app/slow-clients.test.ts'],
    reason: 'routes, pages of documents, and connections that are slow: before any query',
  },
  {
    files: [
      'server/test/specification/contract-6-definitions.test.ts',
      'server/src/features/workflows/hostile-schemas.test.ts',
    ],
    reason: 'the checks of definitions and schemas; how workflows are stored is in their own tests',
  },
  {
    files: ['server/test/specification/contract-6-nodes.test.ts'],
    reason: 'what each type of node computes; how runs are stored, and queries of knowledge, are in their own tests',
  },
  {
    files: [
      'server/test/specification/contract-10-outgoing-requests.test.ts',
      'server/test/specification/contract-11-models.test.ts',
      'server/src/features/agents/models.test.ts',
      'server/src/features/agents/try-tool.test.ts',
    ],
    reason: 'calls to other servers: addresses that are refused, formats of models, tools that are tried',
  },
  {
    files: ['server/src/features/sources/crawl/pacing.test.ts', 'server/src/features/sources/crawl/politeness.test.ts'],
    reason: 'what a crawl asks of other hosts, and when; what it stores is in the other tests of sources',
  },
  {
    files: [
      'server/test/curl-examples.test.ts',
      'server/test/guides.test.ts',
      'server/test/typed-client/',
      'server/src/features/client-tools/guide.test.ts',
      'server/src/features/executions/guide.test.ts',
      'server/src/features/mcp/guide.test.ts',
      'server/src/features/openai/guide.test.ts',
      'server/src/features/ui-messages/guide.test.ts',
    ],
    reason: 'clients and the examples of the guides: what they send and read over HTTP is the same',
  },
  {
    files: ['server/src/features/personas/starter-personas.test.ts'],
    reason: 'the content of the starter personas, which run on the built-in model',
  },
];

/** Whether `entry`, a file or a folder with a slash at the end, names this file. */
export const names = (entry: string, file: string): boolean =>
  entry.endsWith('/') ? file.startsWith(entry) : file === entry;

/** The server's tests that can differ on real services: those that use a database, directly or through a helper. */
export function chooseForServices(
  files: readonly string[],
  graph: ImportGraph,
): { tests: string[]; leftOut: string[] } {
  const all = files.filter((file) => /^server\/.*\.test\.ts$/.test(file));
  const dependents = graph.dependents([databases]);
  const reaching = all.filter((file) => dependents.has(file));
  const groups = sameEverywhere.map(({ files: entries, reason }) => ({
    reason,
    same: reaching.filter((file) => entries.some((entry) => names(entry, file))),
  }));
  const same = new Set(groups.flatMap((group) => group.same));
  return {
    tests: reaching.filter((file) => !same.has(file)),
    leftOut: [
      `${all.length - reaching.length} files of the server that reach no database`,
      ...groups.map((group) => `${group.same.join(', ')} (${group.reason})`),
    ],
  };
}
