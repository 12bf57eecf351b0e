import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test.for([
  ['ab😀', 4, 'ab😀'],
  ['ab😀', 3, 'ab'],
  ['ab😀c', 4, 'ab😀'],
  ['abc', 2, 'ab'],
  ['abc', 0, ''],
  ['', 3, ''],
  ['\ud83d', 1, ''],
  ['a\udc00b', 3, 'ab'],
  ['\ude00\ud83d😀', 4, '😀'],
] as const)('%j cut to %i characters is %j', ([text, max, expected]) => {
  expect(cutText(text, max)).toBe(expected);
});
