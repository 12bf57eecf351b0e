import { expect, test } from 'vitest';
import { isNestedDeeper } from './nested-deeper.ts';

test.each([
  ['[[]]', false],
  ['[[[]]]', true],
  ['[{"a":[]}]', true],
  [String.raw`["[[[","\\","\"[[[",{}]`, false],
  [String.raw`["\\",[[]]]`, true],
  ['["never ends [[[', false],
  ['[[],[],{},{}]', false],
])('%s is nested deeper than two levels: %s', (text, expected) => {
  expect(isNestedDeeper(text, 2)).toBe(expected);
});
