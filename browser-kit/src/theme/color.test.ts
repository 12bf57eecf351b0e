import { expect, test } from 'vitest';
import { parseColor } from './color.ts';

test('parses the usual colour notations', () => {
  expect(parseColor('#abc')).toEqual([170, 187, 204]);
  expect(parseColor('#aabbccdd')).toEqual([170, 187, 204]);
  expect(parseColor('rgba(1, 2, 3, .5)')).toEqual([1, 2, 3]);
  expect(parseColor('hsl(120deg 100% 50%)')?.map(Math.round)).toEqual([0, 255, 0]);
  expect(parseColor('tomato')).toBeNull();
});
