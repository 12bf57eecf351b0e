import type { FieldCode } from '@portico/shared-types';
import type { ErrorObject } from 'ajv';
import { compileSchema } from './compile-schema.ts';
import { cutText } from '../cut-text.ts';
import { unknownField } from '../unknown-field.ts';
import { faultCode } from './fault-code.ts';

/** A violation of a JSON Schema: the path like `topics[0].name`, and the reason. */
export interface SchemaFault {
  path: string;
  message: string;
  code: FieldCode;
}

/** Maximum number of faults reported for one value. */
const maxFaults = 50;
/** Maximum number of allowed values that an error message lists. */
const maxOptions = 20;

/**
 * Checks a copy of `value` against a JSON Schema and fills in its defaults. Types are not coerced: "3" is not a number.
 * Throws if the schema itself is invalid. Takes unbounded time: see validateSchema.
 */
export function checkSchema(schema: unknown, value: unknown): { value: unknown; faults: SchemaFault[] } {
  const checked: unknown = structuredClone(value);
  const validate = compileSchema(schema);
  // Only `true` is valid: a schema with $async would return a promise.
  const isValid: unknown = validate(checked);
  const faults = isValid === true ? [] : (validate.errors ?? []).slice(0, maxFaults).map(describeFault);
  if (isValid !== true && faults.length === 0) throw new Error('the value could not be checked');
  return { value: checked, faults };
}

function describeFault(error: ErrorObject): SchemaFault {
  const parts = error.instancePath.split('/').slice(1).map(unescapePointer);
  const params: Record<string, unknown> = error.params;
  const extra = params['missingProperty'] ?? params['additionalProperty'];
  if (typeof extra === 'string') parts.push(extra);
  const path = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
  return {
    path: cutText(path.replace(/^\./, ''), 500),
    message: describeMessage(error, params),
    code: faultCode(error),
  };
}

function describeMessage(error: ErrorObject, params: Record<string, unknown>): string {
  if (error.keyword === 'required') return 'is required';
  if (error.keyword === 'additionalProperties')
    return unknownField(Object.keys(error.parentSchema?.['properties'] ?? {}));
  const allowed: unknown = params['allowedValues'];
  if (error.keyword === 'enum' && Array.isArray(allowed)) {
    const shown = allowed.slice(0, maxOptions).map((option) => cutText(JSON.stringify(option), 200));
    return `must be one of ${shown.join(', ')}${allowed.length > maxOptions ? ', …' : ''}`;
  }
  return cutText(error.message ?? 'is not valid', 500);
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}
