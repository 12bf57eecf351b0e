import type { FormField, FormSubmissionRequest } from '@portico/shared-types';
import { findHiddenFields } from '@portico/shared-types/rules/find-hidden-fields';
import { isBlank, isTooLongNumber, readFieldValue } from '@portico/shared-types/rules/read-field-value';
import { invalid, type FieldFault } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listTemplates } from '../../executions/index.ts';
import { limitConditions } from './limit-conditions.ts';

type Inputs = Record<string, unknown>;

/**
 * The inputs of a submission, checked against the form's fields: hidden fields are left out, and so are unknown ones,
 * if the form has fields. Throws a 400 that lists every invalid field.
 */
export async function checkInputs(
  platform: Platform,
  workspaceId: string,
  fields: readonly FormField[],
  request: Pick<FormSubmissionRequest, 'inputs' | 'message' | 'urls'>,
  path = 'body.inputs',
): Promise<Inputs> {
  if (fields.length === 0) return request.inputs;
  const hidden = await findHidden(platform, workspaceId, fields, request);
  const inputs: Inputs = {};
  const faults: FieldFault[] = [];
  for (const field of fields) {
    if (hidden.has(field.name)) continue;
    const value = Object.hasOwn(request.inputs, field.name) ? request.inputs[field.name] : undefined;
    const read = isUnanswered(value, field) ? undefined : readInput(field, value);
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

async function findHidden(
  platform: Platform,
  workspaceId: string,
  fields: readonly FormField[],
  { inputs, message, urls }: Pick<FormSubmissionRequest, 'inputs' | 'message' | 'urls'>,
): Promise<ReadonlySet<string>> {
  const templates = listTemplates(platform);
  return findHiddenFields(
    fields.map(({ show_if: showIf, ...field }) => ({ ...field, showIf })),
    { inputs, message, urls },
    limitConditions(async (condition, scope) => templates.evaluate(condition, { ...scope }, { workspaceId })),
  );
}

/** An unticked box does not answer a required question; otherwise, it is a value. */
function isUnanswered(value: unknown, { required }: FormField): boolean {
  return isBlank(value) || (value === false && required);
}

type Read = { value: unknown } | Omit<FieldFault, 'path'>;

function readInput(field: FormField, given: unknown): Read {
  const value = readFieldValue(field, given);
  if (value === undefined) {
    if (field.type === 'number' && isTooLongNumber(given)) {
      return { message: 'has more digits than a number keeps; ask for it in a text', code: 'invalid_number' };
    }
    const isAddress = field.format === 'email' && typeof given === 'string';
    return isAddress ? { message: 'must be an e-mail address', code: 'invalid_email' } : misfits[field.type];
  }
  const isTooLong = typeof value === 'string' && value.length > 100_000;
  return isTooLong ? { message: 'is longer than 100,000 characters', code: 'too_long' } : { value };
}

const notText = { message: 'must be text', code: 'invalid_type' } as const;

/** The fault of a value that doesn't fit its field. */
const misfits: Readonly<Record<FormField['type'], Omit<FieldFault, 'path'>>> = {
  text: notText,
  textarea: notText,
  number: { message: 'must be a number', code: 'invalid_number' },
  checkbox: { message: 'must be true or false', code: 'invalid_type' },
  date: { message: 'must be a date like 2026-03-31', code: 'invalid_date' },
  select: { message: 'must be one of the options', code: 'invalid_option' },
  multiselect: { message: 'must contain only the given options', code: 'invalid_option' },
};
