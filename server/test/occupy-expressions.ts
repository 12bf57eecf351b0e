import type { ServerUnderTest } from './start-server.ts';

/** Keeps the sandbox of expressions busy for every task of the server's workspaces, until the returned function is called. */
export async function occupyExpressions({ platform }: ServerUnderTest): Promise<() => Promise<void>> {
  const workspaces = await platform.database.sql<{ id: string }[]>`SELECT id FROM workspaces`;
  const end = new AbortController();
  const endless = {
    kind: 'script',
    source: 'export default () => { for (;;) {} }',
    inputs: null,
    timeoutMs: 60_000,
  } as const;
  // The second one waits: a task of the workspace that is called next has to wait for both.
  const tasks = workspaces.flatMap(({ id }) =>
    [1, 2].map(async () =>
      platform.sandboxes.expressions
        .run(endless, { workspaceId: id, timeoutMs: 60_000, signal: end.signal })
        .catch(() => undefined),
    ),
  );
  return async () => {
    end.abort();
    await Promise.all(tasks);
  };
}
