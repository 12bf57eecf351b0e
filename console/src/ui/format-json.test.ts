import { expect, test } from 'vitest';
import { formatJson } from './format-json.ts';

test('a short value is formatted as JSON.stringify does it', () => {
  const value = { name: 'Sloop "Ada"', berths: [1, 2.5, null, true], empty: [], none: {}, nested: { a: { b: 'ü' } } };
  expect(formatJson(value, 10_000)).toEqual({ text: JSON.stringify(value, null, 2), isCut: false });
});

test('a long or deep value is cut, and what is left out is not visited', () => {
  let isVisited = false;
  const late = {
    get read() {
      isVisited = true;
      return 1;
    },
  };
  const long = formatJson([...Array.from({ length: 1_000 }, (_, at) => ({ at })), late], 500);
  expect(long.isCut).toBe(true);
  expect(long.text.length).toBeLessThan(600);
  expect(long.text).toContain('…');
  expect(isVisited).toBe(false);

  let deep: unknown = 'bottom';
  for (let level = 0; level < 20_000; level += 1) deep = [deep];
  const nested = formatJson(deep, 100_000);
  expect(nested.isCut).toBe(true);
  expect(nested.text.length).toBeLessThan(300_000);

  const text = formatJson({ text: '⚓'.repeat(5_000_000) }, 100);
  expect(text.isCut).toBe(true);
  expect(text.text.length).toBeLessThan(130);
});

test('characters that reorder text are shown as escapes', () => {
  expect(formatJson({ 'a\u202e': '\u2066x' }, 100).text).toBe('{\n  "a\\u202e": "\\u2066x"\n}');
});
