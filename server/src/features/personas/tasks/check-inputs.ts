import type { PersonaInputField } from '@portico/shared-types';
import { isBlank, isDate } from '@portico/shared-types/rules/read-field-value';
import { invalid, type FieldFault } from '../../../platform/errors.ts';
import { unknownField } from '../../../platform/unknown-field.ts';

type Inputs = Record<string, unknown>;

const maxTextLength = 100_000;

/**
 * The inputs of a task, checked against the persona's fields; blank ones are left out. Throws a 400 that lists every
 * invalid or unknown field.
 */
export function checkInputs(fields: readonly PersonaInputField[], given: Inputs): Inputs {
  const inputs: Inputs = {};
  const faults: FieldFault[] = [];
  for (const field of fields) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    if (isBlank(value)) {
      if (field.required) faults.push(faultOf(field.name, { message: 'is required', code: 'required' }));
      continue;
    }
    const read = readValue(field, value);
    if ('message' in read) faults.push(faultOf(field.name, read));
    else inputs[field.name] = read.value;
  }
  const known = fields.map(({ name }) => name);
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) faults.push(faultOf(name, { message: unknownField(known), code: 'unknown_field' }));
  }
  if (faults.length > 0) throw invalid(faults);
  return inputs;
}

type Fault = Omit<FieldFault, 'path'>;

function faultOf(name: string, fault: Fault): FieldFault {
  return { path: `body.structuredInputs.${name}`, ...fault };
}

function readValue({ type, options }: PersonaInputField, value: unknown): { value: unknown } | Fault {
  switch (type) {
    case 'text':
    case 'textarea':
      if (typeof value !== 'string') return { message: 'must be text', code: 'invalid_type' };
      return value.length > maxTextLength
        ? { message: 'is longer than 100,000 characters', code: 'too_long' }
        : { value };
    case 'number':
      return typeof value === 'number' ? { value } : { message: 'must be a number', code: 'invalid_number' };
    case 'checkbox':
      return typeof value === 'boolean' ? { value } : { message: 'must be true or false', code: 'invalid_type' };
    case 'date':
      return typeof value === 'string' && isDate(value)
        ? { value }
        : { message: 'must be a date like 2026-03-31', code: 'invalid_date' };
    case 'select':
      return isOption(value, options)
        ? { value }
        : { message: `must be one of: ${options.join(', ')}`, code: 'invalid_option' };
    case 'multiselect': {
      if (!Array.isArray(value) || !value.every((entry) => isOption(entry, options))) {
        return { message: `must be a list of some of: ${options.join(', ')}`, code: 'invalid_option' };
      }
      return { value: [...new Set(value)] };
    }
  }
}

function isOption(value: unknown, options: readonly string[]): boolean {
  return typeof value === 'string' && options.includes(value);
}
