import { EmailAddress, type FormField, type FormSubmissionRequest } from '@portico/shared-types';
import { invalid, type FieldFault } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listTemplates } from '../../executions/index.ts';

type Inputs = Record<string, unknown>;

/**
 * The inputs of a submission, checked against the form's fields: hidden fields are left out, and so are unknown ones,
 * if the form has fields. The text of a field named in `addresses` must be an e-mail address, and is stored in lower
 * case. Throws a 400 that lists every invalid field.
 */
export async function checkInputs(
  platform: Platform,
  workspaceId: string,
  fields: readonly FormField[],
  request: Pick<FormSubmissionRequest, 'inputs' | 'message' | 'urls'>,
  path = 'body.inputs',
  addresses: readonly string[] = [],
): Promise<Inputs> {
  if (fields.length === 0) return request.inputs;
  const inputs: Inputs = {};
  const faults: FieldFault[] = [];
  for (const field of fields) {
    if (!(await isShown(platform, workspaceId, field, request))) continue;
    const value = Object.hasOwn(request.inputs, field.name) ? request.inputs[field.name] : undefined;
    const read = isBlank(value, field) ? undefined : readInput(field, value, addresses.includes(field.name));
    if (read !== undefined && 'message' in read) {
      faults.push({ path: `${path}.${field.name}`, ...read });
    } else if (read !== undefined) {
      inputs[field.name] = read.value;
    } else if (field.required) {
      faults.push({ path: `${path}.${field.name}`, message: 'is required', code: 'required' });
    }
  }
  if (faults.length > 0) throw invalid(faults);
  return inputs;
}

async function isShown(
  platform: Platform,
  workspaceId: string,
  { show_if: condition }: FormField,
  { inputs, message, urls }: Pick<FormSubmissionRequest, 'inputs' | 'message' | 'urls'>,
): Promise<boolean> {
  if (condition === undefined) return true;
  const value = await listTemplates(platform)
    .evaluate(condition, { inputs, message, urls }, { workspaceId })
    // A condition that can't be evaluated hides nothing: its field may be required by the workflow.
    .catch(() => true);
  return Boolean(value) && !(Array.isArray(value) && value.length === 0);
}

/** An unticked box does not answer a required question; otherwise, it is a value. */
function isBlank(value: unknown, { required }: FormField): boolean {
  if (value === undefined || value === null) return true;
  if (value === false) return required;
  return Array.isArray(value) ? value.length === 0 : typeof value === 'string' && value.trim() === '';
}

function readInput(field: FormField, value: unknown, isAddress: boolean): ReturnType<typeof readValue> {
  const read = readValue(field, value);
  if (!isAddress || !('value' in read) || typeof read.value !== 'string') return read;
  const address = EmailAddress.safeParse(read.value.trim());
  return address.success ? { value: address.data } : { message: 'must be an e-mail address', code: 'invalid_email' };
}

function readValue({ type, options = [] }: FormField, value: unknown): { value: unknown } | Omit<FieldFault, 'path'> {
  switch (type) {
    case 'text':
    case 'textarea':
      if (typeof value !== 'string') return { message: 'must be text', code: 'invalid_type' };
      return value.length > 100_000 ? { message: 'is longer than 100,000 characters', code: 'too_long' } : { value };
    case 'number': {
      const number = typeof value === 'string' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number)
        ? { value: number }
        : { message: 'must be a number', code: 'invalid_number' };
    }
    case 'checkbox':
      return typeof value === 'boolean' ? { value } : { message: 'must be true or false', code: 'invalid_type' };
    case 'date':
      return typeof value === 'string' && isDate(value)
        ? { value }
        : { message: 'must be a date like 2026-03-31', code: 'invalid_date' };
    case 'select':
      return typeof value === 'string' && options.includes(value)
        ? { value }
        : { message: 'must be one of the options', code: 'invalid_option' };
    case 'multiselect':
      return Array.isArray(value) && value.every((entry) => options.includes(entry as string))
        ? { value: [...new Set(value)] }
        : { message: 'must contain only the given options', code: 'invalid_option' };
  }
}

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
