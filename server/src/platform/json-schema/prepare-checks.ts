import type { Sandboxes } from '../sandbox/sandboxes.ts';

const timeoutMs = 5_000;

/** Starts the process that checks schemas, and has it load what it needs, so that the first check doesn't wait for it. */
export async function prepareChecks(
  { expressions }: Pick<Sandboxes, 'expressions'>,
  workspaceId: string,
  signal?: AbortSignal,
): Promise<void> {
  // The compiler is loaded with the first schema.
  await expressions.run({ kind: 'compile', schemas: [{}] }, { workspaceId, timeoutMs, signal });
}
