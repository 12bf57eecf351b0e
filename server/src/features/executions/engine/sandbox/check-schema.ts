import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { SchemaFault } from './task.ts';

// Compiling takes milliseconds, and every start of an execution checks its inputs: the last used schemas are kept.
const most = 500;
const compiled = new Map<string, ValidateFunction>();

const ajv = new Ajv({
  allErrors: true,
  useDefaults: true,
  strict: false,
  validateFormats: true,
  logger: false,
  // Two workflows may give their schemas the same $id.
  addUsedSchema: false,
});
formats.default(ajv);

/**
 * Checks a copy of `value` against a JSON Schema and fills in its defaults. Types are not coerced: "3" is no number.
 * Throws where the schema itself is wrong. A schema with patterns belongs into the sandbox.
 */
export function checkSchema(schema: unknown, value: unknown): { value: unknown; faults: SchemaFault[] } {
  const checked: unknown = structuredClone(value);
  const validate = compileSchema(schema);
  const faults = validate(checked) ? [] : (validate.errors ?? []).slice(0, 50).map(describeFault);
  return { value: checked, faults };
}

/** Compiles a JSON Schema; throws an Error whose message says what is wrong with it. */
export function compileSchema(schema: unknown): ValidateFunction {
  const key = JSON.stringify(schema);
  const known = compiled.get(key);
  if (known) return known;
  const source = typeof schema === 'object' && schema !== null ? schema : {};
  const validate = ajv.compile(source);
  ajv.removeSchema(source);
  if (compiled.size >= most) compiled.delete(compiled.keys().next().value ?? '');
  compiled.set(key, validate);
  return validate;
}

function describeFault(error: ErrorObject): SchemaFault {
  const parts = error.instancePath.split('/').slice(1).map(unescapePointer);
  const params: Record<string, unknown> = error.params;
  const extra = params['missingProperty'] ?? params['additionalProperty'];
  if (typeof extra === 'string') parts.push(extra);
  const path = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
  return { path: path.replace(/^\./, ''), message: describeMessage(error, params) };
}

function describeMessage(error: ErrorObject, params: Record<string, unknown>): string {
  if (error.keyword === 'required') return 'is required';
  if (error.keyword === 'additionalProperties') return 'is not an input of this workflow';
  if (error.keyword === 'enum' && Array.isArray(params['allowedValues'])) {
    return `must be one of ${params['allowedValues'].map((allowed) => JSON.stringify(allowed)).join(', ')}`;
  }
  return error.message ?? 'is not valid';
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
