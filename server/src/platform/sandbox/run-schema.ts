import { checkSchema } from '../json-schema/check-schema.ts';
import { compileSchema } from '../json-schema/compile-schema.ts';
import type { SandboxAnswer, SandboxTask } from './task.ts';
import { cutText } from '../cut-text.ts';

/**
 * Maximum UTF-16 units of JSON that the defaults of a schema may add to a value: each entry of a list gets all of them.
 */
const maxAdded = 1024 * 1024;

/** Checks a value against a JSON Schema. */
export function runSchema({ schema, value }: Extract<SandboxTask, { kind: 'schema' }>): SandboxAnswer {
  try {
    const checked = checkSchema(schema, value);
    const added = measure(checked.value) - measure(value);
    if (added <= maxAdded) return { kind: 'schema', ...checked };
    return { kind: 'failed', message: 'The defaults of the schema make the value too large.' };
  } catch (error) {
    return { kind: 'failed', message: `The schema can’t be used: ${describe(error)}.` };
  }
}

/** Compiles schemas that are to be saved. */
export function compileSchemas({ schemas }: Extract<SandboxTask, { kind: 'compile' }>): SandboxAnswer {
  return { kind: 'compiled', faults: schemas.map(findFault) };
}

function findFault(schema: unknown): string | null {
  try {
    compileSchema(schema);
    return null;
  } catch (error) {
    return describe(error);
  }
}

function describe(error: unknown): string {
  if (error instanceof RangeError) return 'it refers to itself without end';
  return error instanceof Error ? cutText(error.message, 500) : 'it is not a JSON Schema';
}

function measure(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}
