import type { PublicFormField } from '@portico/shared-types/api/public-forms';
import { isDate } from '@portico/shared-types/rules/read-field-value';

/** The value of a field while it is edited: numbers and dates as typed. */
export type FieldValue = string | boolean | string[];
export type FieldValues = Readonly<Record<string, FieldValue>>;

export function emptyValue(field: PublicFormField): FieldValue {
  if (field.type === 'checkbox') return false;
  return field.type === 'multiselect' ? [] : '';
}

/** Converts an outside value (a draft, the query string, the host) for a field; null if it doesn't fit. */
export function fitValue(field: PublicFormField, value: unknown): FieldValue | null {
  const options = field.options ?? [];
  switch (field.type) {
    case 'checkbox':
      if (typeof value === 'boolean') return value;
      return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : null;
    case 'multiselect': {
      const items = Array.isArray(value) ? value : typeof value === 'string' ? splitOptions(value, options) : [];
      const known = options.filter((option) => items.includes(option));
      return known.length > 0 ? known : null;
    }
    case 'select':
      return typeof value === 'string' && options.includes(value) ? value : null;
    case 'number':
      return isText(value) ? fitNumber(String(value)) : null;
    case 'date':
      return typeof value === 'string' && isDate(value) ? value : null;
    case 'text':
      return isText(value) ? String(value).replaceAll(/[\r\n]+/g, ' ') : null;
    case 'textarea':
      return isText(value) ? String(value) : null;
  }
}

/** A control for numbers shows nothing for what JavaScript reads as a number in other spellings, like `+5` or `5.`. */
function fitNumber(text: string): string | null {
  if (text.trim() === '' || !Number.isFinite(Number(text))) return null;
  return /^-?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i.test(text) ? text : String(Number(text));
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** An option may contain a comma, so the whole text is tried first. */
function splitOptions(text: string, options: readonly string[]): string[] {
  return options.includes(text) ? [text] : text.split(',').map((part) => part.trim());
}
