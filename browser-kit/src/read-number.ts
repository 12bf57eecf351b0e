import { unreadable } from './read-control.ts';

/** A number as it was typed, in parts. */
const shape = /^([-+]?) ?([^e]*)(e[-+]?\d+)?$/i;
const minus = /[\u2212\u2013\uff0d\u30fc]/g;
/** Digits in one piece, in groups of three, or in those of India. */
const integer = /^(?:\d*|[1-9]\d{0,2}([ '’٬.,])\d{3}(?:\1\d{3})*|[1-9]\d?(?:,\d\d)+,\d{3})$/;

/** What `readNumber` can't decide: a separator that may be one of thousands. */
const unclear = /^([-+]? ?)([1-9]\d{0,2})([.,])(\d{3})(e[-+]?\d+)?$/i;

/**
 * The text of a number, as a person types it, in the spelling of JavaScript: `1,5` is 1.5, and `1 234,50` is 1234.50.
 * Empty for blank text, and `unreadable` followed by the text for what isn't a number. `1,234` is decided by the
 * languages of the page and of the browser; if they disagree, it is unreadable, too (`readUnclear`). Browsers themselves
 * read the number of `<input type="number">` differently: Chromium in English makes 15 of `1,5`.
 */
export function readNumber(typed: string, language: string): string {
  const text = toPlain(typed);
  if (text === '') return '';
  const [, sign = '', digits = '', exponent = ''] = shape.exec(text) ?? [];
  const readings = new Set(
    (digits.includes('٫') ? ['٫'] : ['.', ',']).flatMap((decimal) => readDigits(digits, decimal) ?? []),
  );
  const [first, other] = readings;
  const chosen = first === undefined || other === undefined ? first : choose(digits, [first, other], language);
  const number = chosen === undefined ? '' : `${sign === '-' ? sign : ''}${chosen}${exponent}`;
  return number !== '' && Number.isFinite(Number(number)) ? number : `${unreadable}${text}`;
}

/** The two spellings that tell apart the meanings of a number that `readNumber` couldn't decide; undefined for others. */
export function readUnclear(value: string): { whole: string; decimal: string } | undefined {
  const parts = value.startsWith(unreadable) ? unclear.exec(value.slice(unreadable.length)) : null;
  if (parts === null) return undefined;
  const [, sign, before = '', separator = '', after = '', exponent = ''] = parts;
  // Among Arabic or Hebrew letters, a sign would be to the right of its number.
  const start = sign ? `\u200e${sign}${before}` : before;
  return { whole: `${start}${after}${exponent}`, decimal: `${start}${separator}${after}0${exponent}` };
}

/** The `inputmode` of a number: an iPhone's keys for numbers lack the minus, and so does `decimal` of Android. */
export function keysOfNumber(): 'text' | 'numeric' {
  return navigator.userAgent.includes('iPhone') ? 'text' : 'numeric';
}

/** The spelling of a number in a language, which `readNumber` reads as the same number. */
export function writeNumber(value: string, language: string): string {
  const text = value.replace('.', roleOf(',', language) === 'decimal' ? ',' : '.');
  // No separator of thousands is followed by four digits.
  return Number(readNumber(text, language)) === Number(value) ? text : text.replace(/(?=e|$)/i, '0');
}

/** With the digits and signs of ASCII, and without invisible characters. */
function toPlain(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/\s/g, ' ')
    .replace(minus, '-')
    .replace(/[،，]/g, ',')
    .replace('．', '.')
    .trim();
}

/** The number of digits with this separator of decimals, and any other one of thousands. */
function readDigits(digits: string, decimal: string): string | undefined {
  const [before = '', after, ...more] = digits.split(decimal);
  if (more.length > 0 || !integer.test(before) || !/^\d*$/.test(after ?? '')) return undefined;
  const whole = before.replace(/\D/g, '');
  if (whole === '' && !after) return undefined;
  return `${whole || '0'}${after ? `.${after}` : ''}`;
}

function choose(digits: string, readings: readonly string[], language: string): string | undefined {
  const separator = digits.includes(',') ? ',' : '.';
  const roles = new Set([language, navigator.language].map((tag) => roleOf(separator, tag)));
  const isGroup = roles.has('group');
  if (isGroup && roles.has('decimal')) return undefined;
  return readings.find((reading) => reading.includes('.') !== isGroup);
}

/** The role of a separator in a language: `decimal` or `group`. */
function roleOf(separator: string, language: string): string | undefined {
  const options = { numberingSystem: 'latn', useGrouping: true };
  try {
    const parts = new Intl.NumberFormat(language, options).formatToParts(1_234_567.5);
    return parts.find(({ value }) => value === separator)?.type;
  } catch {
    // Some browsers name their language by no tag, like `en-US@posix`.
    return undefined;
  }
}
