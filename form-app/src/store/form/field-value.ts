import { unreadable } from '@portico/browser-kit/read-control';
import { readNumber, readUnclear } from '@portico/browser-kit/read-number';
import type { PublicFormField } from '@portico/shared-types/api/public-forms';
import { isDate } from '@portico/shared-types/rules/read-field-value';

/** The value of a field while it is edited: numbers and dates as typed. */
export type FieldValue = string | boolean | string[];
export type FieldValues = Readonly<Record<string, FieldValue>>;

export function emptyValue(field: PublicFormField): FieldValue {
  if (field.type === 'checkbox') return false;
  return field.type === 'multiselect' ? [] : '';
}

/**
 * Converts an outside value for a field; null if it doesn't fit. With the page's language, it is from the query string or
 * the host; without one, it is from a draft.
 */
export function fitValue(field: PublicFormField, value: unknown, language?: string): FieldValue | null {
  const options = field.options ?? [];
  switch (field.type) {
    case 'checkbox':
      return typeof value === 'boolean' ? value : isText(value) ? fitTick(String(value), field.label) : null;
    case 'multiselect': {
      const items = Array.isArray(value) ? value : typeof value === 'string' ? splitOptions(value, options) : [];
      const chosen = new Set(items.map((item) => findOption(item, options)));
      const known = options.filter((option) => chosen.has(option));
      return known.length > 0 ? known : null;
    }
    case 'select':
      return findOption(value, options) ?? null;
    case 'number':
      return isText(value) ? fitNumber(String(value), language) : null;
    case 'date':
      return typeof value === 'string' && isDate(value) ? value : null;
    case 'text':
      return isText(value) ? String(value).replaceAll(/[\r\n]+/g, ' ') : null;
    case 'textarea':
      return isText(value) ? String(value) : null;
  }
}

const ticked: ReadonlySet<string> = new Set(['true', '1', 'yes', 'on']);
const unticked: ReadonlySet<string> = new Set(['false', '0', 'no', 'off']);

function fitTick(text: string, label: string): boolean | null {
  const word = text.trim().toLowerCase();
  if (ticked.has(word) || word === label.trim().toLowerCase()) return true;
  return unticked.has(word) ? false : null;
}

/** The option with this text, or else the only one that differs from it in the case of letters alone. */
function findOption(value: unknown, options: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (options.includes(value)) return value;
  const [found, ...others] = options.filter((option) => option.toLowerCase() === value.toLowerCase());
  return others.length === 0 ? found : undefined;
}

/** In the spellings that `readNumber` gives: JavaScript reads others as numbers, too, like `0x10`. */
function fitNumber(text: string, language: string | undefined): string | null {
  if (text.trim() !== '' && Number.isFinite(Number(text))) {
    const plain = text.trim().replace(/^\+/, '');
    return /^-?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? plain : String(Number(text));
  }
  // The visitor typed it, and can correct it.
  if (language === undefined) return text.startsWith(unreadable) ? text : null;
  const number = readNumber(text, language);
  const isKnown = number !== '' && (!number.startsWith(unreadable) || readUnclear(number) !== undefined);
  return isKnown ? number : null;
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** An option may contain a comma, so the whole text is tried first. */
function splitOptions(text: string, options: readonly string[]): string[] {
  return findOption(text, options) !== undefined ? [text] : text.split(',').map((part) => part.trim());
}
