import { NodeError } from '../engine/node-error.ts';
import { validateSchema } from '../../../platform/json-schema/validate-schema.ts';
import type { NodeContext } from './node-context.ts';

/** Parses the JSON in a model's response, also from a code fence; a NodeError if it doesn't match its schema. */
export async function readJsonAnswer(
  text: string,
  schema: unknown,
  { ports, execution: { workspaceId }, signal }: Pick<NodeContext, 'ports' | 'execution' | 'signal'>,
): Promise<unknown> {
  const value = parseJson(text);
  if (value === undefined) throw new NodeError('node_execution_failed', 'The model’s answer is not JSON.');
  const { faults } = await validateSchema({ schema, value }, ports.sandbox, { workspaceId, signal });
  const [fault] = faults;
  if (!fault) return value;
  const at = fault.path === '' ? 'it' : fault.path;
  throw new NodeError(
    'node_execution_failed',
    `The model’s answer doesn’t follow json_schema: ${at} ${fault.message}.`,
  );
}

function parseJson(text: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(text)?.[1];
  for (const candidate of [text, fenced]) {
    if (candidate === undefined) continue;
    try {
      const value: unknown = JSON.parse(candidate);
      return value;
    } catch {
      // Not valid this way; the next candidate may be.
    }
  }
  return undefined;
}
