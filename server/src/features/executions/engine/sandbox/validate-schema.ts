import { NodeError } from '../node-error.ts';
import { checkSchema } from './check-schema.ts';
import type { Sandbox } from './sandbox.ts';
import type { SchemaFault } from './task.ts';

const timeoutMs = 2_000;

/**
 * Checks a value against a JSON Schema and fills in defaults; throws a NodeError where the check itself fails.
 * A schema with patterns is checked in the sandbox: a regular expression may take for ever.
 */
export async function validateSchema(
  schema: unknown,
  value: unknown,
  sandbox: Sandbox,
  signal?: AbortSignal,
): Promise<{ value: unknown; faults: SchemaFault[] }> {
  if (!/"(?:pattern|patternProperties|\$ref|uniqueItems)"/.test(JSON.stringify(schema)))
    return checkSchema(schema, value);
  const answer = await sandbox.run({ kind: 'schema', schema, value }, { timeoutMs, signal });
  if (answer.kind === 'schema') return answer;
  throw new NodeError('node_execution_failed', 'The value could not be checked against its schema in time.');
}
