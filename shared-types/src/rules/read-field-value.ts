import type { PublicFormField } from '../api/public-forms.ts';
import { readEmailAddress } from './read-email-address.ts';

type Value = string | number | boolean | string[];
type Field = Pick<PublicFormField, 'type' | 'options' | 'format'>;

/** Whether a text has only white space and characters without a shape of their own, such as a zero-width space. */
export function isInvisible(text: string): boolean {
  // DI: Default_Ignorable_Code_Point.
  return /^[\s\p{DI}]*$/u.test(text);
}

/** Null, an empty list and text in which nothing is visible count as no value. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return Array.isArray(value) ? value.length === 0 : typeof value === 'string' && isInvisible(value);
}

/**
 * The value of a form's field as it is stored and seen by conditions: a number for a typed one, a list without
 * repetitions, an e-mail address in lower case. Undefined if it is blank or doesn't fit the field.
 */
export function readFieldValue(field: Field, value: unknown): Value | undefined {
  if (isBlank(value)) return undefined;
  const read = readTyped(field, value);
  return field.format === 'email' && typeof read === 'string' ? readEmailAddress(read) : read;
}

function readTyped({ type, options = [] }: Field, value: unknown): Value | undefined {
  switch (type) {
    case 'text':
    case 'textarea':
      return typeof value === 'string' ? value : undefined;
    case 'number': {
      if (isTooLongNumber(value)) return undefined;
      const number = typeof value === 'string' ? Number(value) : value;
      return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
    }
    case 'checkbox':
      return typeof value === 'boolean' ? value : undefined;
    case 'date':
      return typeof value === 'string' && isDate(value) ? value : undefined;
    case 'select':
      return typeof value === 'string' && options.includes(value) ? value : undefined;
    case 'multiselect': {
      const fits = Array.isArray(value) && value.every((entry: unknown) => options.some((option) => option === entry));
      return fits ? [...new Set(value as string[])] : undefined;
    }
  }
}

/** Whether a value is the text of a whole number, other digits of which would be stored: one of 16 digits or more. */
export function isTooLongNumber(value: unknown): boolean {
  return typeof value === 'string' && /^\s*[-+]?\d+\s*$/.test(value) && !Number.isSafeInteger(Number(value));
}

/**
 * Whether a text is a day of the calendar, like 2026-03-31. Of a year that was typed with two digits, some browsers make
 * one of the first century, so earlier years than 1000 are refused.
 */
export function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
