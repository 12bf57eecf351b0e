import type { FieldCode } from '@portico/shared-types';
import type { ErrorObject } from 'ajv';

const codes: Readonly<Record<string, FieldCode>> = {
  required: 'required',
  additionalProperties: 'unknown_field',
  unevaluatedProperties: 'unknown_field',
  type: 'invalid_type',
  enum: 'invalid_option',
  const: 'invalid_option',
  pattern: 'invalid_format',
  minLength: 'too_short',
  maxLength: 'too_long',
  minItems: 'too_few',
  maxItems: 'too_many',
  minimum: 'too_small',
  exclusiveMinimum: 'too_small',
  maximum: 'too_large',
  exclusiveMaximum: 'too_large',
};

const formatCodes: Readonly<Record<string, FieldCode>> = {
  uri: 'invalid_url',
  email: 'invalid_email',
  date: 'invalid_date',
  'date-time': 'invalid_date',
};

/** The code of a field for a violated keyword of a JSON Schema, the same as for the fields of the API. */
export function faultCode({ keyword, params }: ErrorObject<string, Record<string, unknown>>): FieldCode {
  if (keyword === 'format') return formatCodes[String(params['format'])] ?? 'invalid_format';
  if ((keyword === 'minLength' || keyword === 'minItems') && params['limit'] === 1) return 'required';
  return codes[keyword] ?? 'invalid';
}
