import { expect, test } from 'vitest';
import { parseJsonText, writeJsonText } from './json-text.ts';

test('a text is read as JSON if it is valid JSON, and as itself otherwise', () => {
  for (const value of [
    { a: [1, '{{ inputs.x }}'] },
    '{{ inputs.x }}',
    'hello',
    5,
    true,
    null,
    '5',
    '"quoted"',
    'true',
  ]) {
    expect(parseJsonText(writeJsonText(value)), JSON.stringify(value)).toEqual(value);
  }
  expect(writeJsonText('5')).toBe('"5"');
  expect(writeJsonText('{{ inputs.x }}')).toBe('{{ inputs.x }}');
  expect(parseJsonText(' ')).toBeUndefined();
  // As a number it would become 12345678901234567000.
  expect(parseJsonText('12345678901234567890')).toBe('12345678901234567890');
  // What isn't JSON yet is kept as it was typed.
  expect(writeJsonText(parseJsonText('{"a": '))).toBe('{"a": ');
});
