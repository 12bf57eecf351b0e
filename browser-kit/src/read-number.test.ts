import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keysOfNumber, readNumber, readUnclear, writeNumber } from './read-number.ts';

const browser = (language: string) => vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);

beforeEach(() => {
  browser('en-US');
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['', ''],
  [' \u200e ', ''],
  ['1,5', '1.5'],
  ['1.5', '1.5'],
  ['-1,5', '-1.5'],
  ['\u22121.5', '-1.5'],
  ['- 5', '-5'],
  ['+5', '5'],
  ['5.', '5'],
  [',5', '0.5'],
  ['.5', '0.5'],
  ['0,125', '0.125'],
  ['1234,567', '1234.567'],
  ['1 234,50', '1234.50'],
  ['1\u00a0234.5', '1234.5'],
  ['1\u202f234\u202f567', '1234567'],
  ['1’234.567', '1234.567'],
  ['1,234.567', '1234.567'],
  ['1.234,567', '1234.567'],
  ['1.234.567', '1234567'],
  ['1,234,567', '1234567'],
  ['12,34,567.5', '1234567.5'],
  ['٣٫١٤', '3.14'],
  ['١٬٢٣٤٫٥', '1234.5'],
  ['1٫234', '1.234'],
  ['۱۲۳', '123'],
  ['１２．５', '12.5'],
  ['1e3', '1e3'],
  ['1,5E-3', '1.5E-3'],
  ['000000000000000000012', '000000000000000000012'],
])('“%s” is %s in every language', (typed, number) => {
  for (const language of ['en', 'de', 'fr', 'ar']) expect(readNumber(typed, language)).toBe(number);
});

test.each([
  '12e',
  '12 kg',
  'five',
  '-',
  ',',
  '1,2,3',
  '1.2.3',
  '1 2',
  '12 34',
  '1,234 567',
  '1..5',
  '5²',
  '1e999',
  '0x10',
])('“%s” is not a number', (typed) => {
  expect(readNumber(typed, 'en')).toBe(`?${typed}`);
  expect(readUnclear(`?${typed}`)).toBeUndefined();
});

test('a separator before three digits has its meaning in the languages of the page and the browser', () => {
  expect(readNumber('1,234', 'en')).toBe('1234');
  expect(readNumber('1.234', 'en')).toBe('1.234');
  browser('de-DE');
  expect(readNumber('1,234', 'de')).toBe('1.234');
  expect(readNumber('1.234', 'de')).toBe('1234');
  browser('fr-FR');
  expect(readNumber('1.234', 'fr')).toBe('1.234');
  browser('en-US@posix');
  expect(readNumber('1,234', 'en')).toBe('1234');
});

test('it is not a number if these languages disagree, and two spellings are offered', () => {
  browser('de-DE');
  const value = readNumber('-1,234', 'en');
  // Beside text from right to left, too, the sign is to the left.
  expect(readUnclear(value)).toEqual({ whole: '\u200e-1234', decimal: '\u200e-1,2340' });
  expect(readUnclear(readNumber('1,234e2', 'en'))).toEqual({ whole: '1234e2', decimal: '1,2340e2' });
  expect(readNumber('\u200e-1234', 'en')).toBe('-1234');
  expect(readNumber('\u200e-1,2340', 'en')).toBe('-1.2340');
});

test('a keyboard has a minus', () => {
  const agent = vi.spyOn(navigator, 'userAgent', 'get');
  agent.mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X)');
  expect(keysOfNumber()).toBe('text');
  agent.mockReturnValue('Mozilla/5.0 (Linux; Android 10; K)');
  expect(keysOfNumber()).toBe('numeric');
});

test('a written number is read as the same one', () => {
  for (const language of ['en', 'de', 'fr', 'ar', 'pt']) {
    for (const tag of ['en', 'de']) {
      browser(tag);
      for (const value of ['1.234', '-1.5', '1234', '6.02e23', '1.234e2', '-01.50e1']) {
        expect(Number(readNumber(writeNumber(value, language), language))).toBe(Number(value));
      }
    }
  }
  expect(writeNumber('1.5', 'de')).toBe('1,5');
});
