import type { Sandbox } from '../sandbox/sandbox.ts';

const timeoutMs = 5_000;

/** Starts the process that checks schemas, and has it load what it needs, so that the first check doesn't wait for it. */
export async function prepareChecks(sandbox: Sandbox, workspaceId: string, signal?: AbortSignal): Promise<void> {
  // The compiler is loaded with the first schema.
  await sandbox.run({ kind: 'compile', schemas: [{}] }, { workspaceId, timeoutMs, signal });
}
