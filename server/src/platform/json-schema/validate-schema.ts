import type { Sandbox, SandboxLimits } from '../sandbox/sandbox.ts';
import { checkSchema, type SchemaFault } from './check-schema.ts';
import { findSchemaFault } from './find-schema-fault.ts';
import { cutText } from '../cut-text.ts';

/** A value could not be checked: its schema is not usable, or the check took too long. `message` may be shown. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

const timeoutMs = 2_000;

/** Maximum UTF-16 units of a schema that is compiled in this process, which takes about 10 ms, once. */
const maxInlineLength = 4_096;
/**
 * Length of the schema times number of values in the data: about the cost of a check, and the maximum that its defaults
 * may add.
 */
const maxInlineWork = 1_000_000;
/** Maximum UTF-16 units of one string that is checked here: the regular expression of a format may be quadratic. */
const maxInlineString = 1_000;

/**
 * Checks a value against a JSON Schema and fills in defaults. Throws a SchemaError if the check itself fails. Checks
 * that may be large or slow run in the sandbox: large schemas and values, references, and regular expressions.
 */
export async function validateSchema(
  { schema, value }: { schema: unknown; value: unknown },
  sandbox: Sandbox,
  limits: Pick<SandboxLimits, 'workspaceId' | 'signal'>,
): Promise<{ value: unknown; faults: SchemaFault[] }> {
  const fault = findSchemaFault(schema);
  if (fault) throw new SchemaError(`The schema can’t be used: ${fault.path || 'it'} ${fault.message}.`);
  if (isQuick(JSON.stringify(schema), value)) return checkHere(schema, value);
  const answer = await sandbox.run({ kind: 'schema', schema, value }, { timeoutMs, ...limits });
  if (answer.kind === 'schema') return answer;
  if (answer.kind === 'failed') throw new SchemaError(answer.message);
  throw new SchemaError('The value could not be checked against its schema in time.');
}

/** Places faults of a value at its path in a request. */
export function joinFault(root: string): (fault: SchemaFault) => SchemaFault {
  return ({ path, ...fault }) => ({
    ...fault,
    path: path === '' || path.startsWith('[') ? `${root}${path}` : `${root}.${path}`,
  });
}

function checkHere(schema: unknown, value: unknown): { value: unknown; faults: SchemaFault[] } {
  try {
    return checkSchema(schema, value);
  } catch (error) {
    throw new SchemaError(`The schema can’t be used: ${describe(error)}.`, { cause: error });
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? cutText(error.message, 500) : 'it is not a JSON Schema';
}

function isQuick(schema: string, value: unknown): boolean {
  if (schema.length > maxInlineLength) return false;
  if (/"(?:pattern|patternProperties|\$ref|\$dynamicRef|\$recursiveRef|uniqueItems)"/.test(schema)) return false;
  return isSmall(value, maxInlineWork / schema.length);
}

/** Whether a JSON value has at most this many values, and no long string. Stops as soon as it knows. */
function isSmall(value: unknown, maxValues: number): boolean {
  const waiting = [value];
  for (let seen = 0; waiting.length > 0; seen += 1) {
    const next = waiting.pop();
    if (seen > maxValues || (typeof next === 'string' && next.length > maxInlineString)) return false;
    if (typeof next === 'object' && next !== null) for (const entry of Object.values(next)) waiting.push(entry);
  }
  return true;
}
