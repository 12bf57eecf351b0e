import type { FieldFault } from '../../api/api-error.ts';
import { isValues } from '../changes.ts';
import type { Input } from './input-schema.ts';

/**
 * An input without a value is left out, so that the server uses its default, or reports it as missing. What isn't an
 * object, such as JSON that isn't complete, is sent as it is, and the server refuses it.
 */
export function withoutEmpty(values: unknown): unknown {
  if (!isValues(values)) return values ?? {};
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
}

/** Required inputs without a value or a default, and JSON that isn't complete. `path` is that of the values in the form. */
export function findInputFaults(inputs: readonly Input[], values: unknown, path: string): FieldFault[] {
  if (!isValues(values)) return [{ path, code: 'invalid_json', message: 'is not a JSON object' }];
  return inputs.flatMap(({ name, type, initial, isRequired }) => {
    const value = values[name];
    const at = `${path}.${name}`;
    if (value === undefined && initial === undefined && isRequired) {
      return [{ path: at, code: 'required', message: 'is required' }];
    }
    const isOpen = (type === 'array' || type === 'object') && typeof value === 'string';
    return isOpen ? [{ path: at, code: 'invalid_json', message: 'is not valid JSON' }] : [];
  });
}
