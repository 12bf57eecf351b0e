import { expect, it } from 'vitest';
import { cutText, shortenText } from './cut-text.ts';

it.each([
  ['ab😀', 4, 'ab😀'],
  ['ab😀', 3, 'ab'],
  ['ab😀c', 4, 'ab😀'],
  ['abc', 2, 'ab'],
  ['abc', 0, ''],
  ['', 3, ''],
  ['\ud83d', 1, ''],
  ['a\udc00b', 3, 'a\ufffdb'],
])('%j cut to %i characters is %j', (text, max, expected) => {
  expect(cutText(text, max)).toBe(expected);
});

it.each([
  ['abcd', 4, 'abcd'],
  ['abcde', 4, 'abc…'],
  ['ab😀de', 4, 'ab…'],
])('%j shortened to %i characters is %j', (text, max, expected) => {
  expect(shortenText(text, max)).toBe(expected);
});
