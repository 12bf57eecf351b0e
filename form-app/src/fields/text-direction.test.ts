import { expect, test } from 'vitest';
import { directionOfText } from './text-direction.ts';

const long = (start: string) => `${start} ${'word '.repeat(5_000)}`;

test('the browser finds the direction of a text, except for a long one', () => {
  expect(directionOfText('')).toBeUndefined();
  expect(directionOfText('Hello')).toBe('auto');
  expect(directionOfText(long('1. Hello'))).toBe('ltr');
  expect(directionOfText(long('(1) שלום'))).toBe('rtl');
  expect(directionOfText(long('— مرحبا'))).toBe('rtl');
  expect(directionOfText('1'.repeat(20_000))).toBe('ltr');
});
