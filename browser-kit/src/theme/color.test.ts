import { expect, test } from 'vitest';
import { parseColor } from './color.ts';

test('parses hex and rgb() without a browser; e2e/specs/widget-look.spec.ts has the other notations', () => {
  expect(parseColor('#abc')).toEqual([170, 187, 204]);
  expect(parseColor('#aabbccdd')).toEqual([170, 187, 204]);
  expect(parseColor('rgba(1, 2, 3, .5)')).toEqual([1, 2, 3]);
  expect(parseColor('tomato')).toBeNull();
});
