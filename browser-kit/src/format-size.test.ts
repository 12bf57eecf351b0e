import { expect, test } from 'vitest';
import { formatSize, formatSizeLimit } from './format-size.ts';

test('sizes are rounded up, so that one byte more than a limit is not shown as the limit', () => {
  const say = (bytes: number) => formatSize('en', bytes);
  expect([0, 1, 1_024, 1_025, 1_048_575].map(say)).toEqual(['0 byte', '1 kB', '1 kB', '2 kB', '1,024 kB']);
  expect([1_048_576, 1_048_577, 26_214_400, 26_214_401].map(say)).toEqual(['1 MB', '1.1 MB', '25 MB', '25.1 MB']);
  expect(formatSize('de', 1_572_864)).toBe('1,5 MB');
});

test('limits are rounded down, so that a file which is too large is not shown as the limit', () => {
  const say = (megabytes: number) => formatSizeLimit('en', megabytes * 1_048_576);
  expect([0.0001, 0.001, 0.3, 1, 2.3, 2.55].map(say)).toEqual(['1 kB', '1 kB', '307 kB', '1 MB', '2.3 MB', '2.5 MB']);
});
