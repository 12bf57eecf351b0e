import type { FieldFault } from '../errors.ts';
import type { Sandbox, SandboxLimits } from '../sandbox/sandbox.ts';
import type { SandboxAnswer } from '../sandbox/task.ts';
import { findSchemaFault } from './find-schema-fault.ts';
import { prepareChecks } from './prepare-checks.ts';

/** A JSON Schema to be saved, and its place in the request. */
export interface GivenSchema {
  path: string;
  schema: unknown;
}

/** Milliseconds that all schemas of one request may take together; they are tried up to twice. */
const timeoutMs = 5_000;

/** The faults of schemas to be saved: of their format and size first, then those found by compiling them. */
export async function findSchemaFaults(
  given: readonly GivenSchema[],
  sandbox: Sandbox,
  limits: Pick<SandboxLimits, 'workspaceId' | 'signal'>,
): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  const formed: GivenSchema[] = [];
  for (const entry of given) {
    const fault = findSchemaFault(entry.schema);
    if (fault) faults.push({ path: `${entry.path}${fault.path}`, message: fault.message });
    else if (!isPlain(entry.schema)) formed.push(entry);
  }
  if (formed.length === 0) return faults;
  const schemas = formed.map(({ schema }) => schema);
  const answer = await compile(schemas, sandbox, limits);
  if (answer.kind !== 'compiled') {
    const message = `could not be compiled within ${timeoutMs / 1_000} seconds; make it smaller or simpler`;
    return [...faults, { path: formed[0]?.path ?? '', message }];
  }
  for (const [index, { path }] of formed.entries()) {
    const message = answer.faults[index];
    if (message) faults.push({ path, message });
  }
  return faults;
}

/**
 * Compiles schemas, and again in a prepared process if that took too long: the first process may have spent its
 * time on loading the compiler.
 */
async function compile(
  schemas: unknown[],
  sandbox: Sandbox,
  limits: Pick<SandboxLimits, 'workspaceId' | 'signal'>,
): Promise<SandboxAnswer> {
  const task = { kind: 'compile', schemas } as const;
  const answer = await sandbox.run(task, { timeoutMs, ...limits });
  if (answer.kind !== 'timeout') return answer;
  await prepareChecks(sandbox, limits.workspaceId, limits.signal);
  return sandbox.run(task, { timeoutMs, ...limits });
}

/** Most schemas in requests are empty or describe nothing: these need no process. */
function isPlain(schema: unknown): boolean {
  return (
    JSON.stringify(schema) === '{"type":"object","properties":{},"required":[]}' || JSON.stringify(schema) === '{}'
  );
}
