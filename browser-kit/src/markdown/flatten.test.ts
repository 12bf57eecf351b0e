import { expect, test } from 'vitest';
import { flatten } from './flatten.ts';

test('an excerpt contains the words of every block, without Markdown marks', () => {
  const source = [
    '## The *long* way',
    'Take the **ferry** &amp; the [bus](https://example.com "b"), `line 7`.  \nThen walk.',
    '- one\n- two\n  1. deeper',
    '> said *so*',
    '| Basin | Depth |\n| --- | ---: |\n| North | **7.5** m |',
    '```python\nspeed * __knots__\n```',
    '![the mole](mole.png) ~~gone~~ H<sub>2</sub>O',
    '---',
  ].join('\n\n');
  expect(flatten(source).split('\n')).toEqual([
    'The long way',
    'Take the ferry & the bus, line 7.',
    'Then walk.',
    'one',
    'two',
    'deeper',
    'said so',
    'Basin · Depth',
    'North · 7.5 m',
    'speed * __knots__',
    'the mole gone H2O',
  ]);
});

test('other characters are kept, and controls that change the direction of text are removed', () => {
  expect(flatten('2 * 3 * 4 and snake_case_name \u202Efdp.exe')).toBe('2 * 3 * 4 and snake_case_name fdp.exe');
  expect(flatten('<form>Press</form>')).toContain('Press');
  expect(flatten('')).toBe('');
});

test('a text that consists only of marks takes no longer than another', () => {
  for (const mark of ['>', '*', '[', '- ', '|']) expect(typeof flatten(mark.repeat(20_000))).toBe('string');
});

test('in a wrapped text, line breaks inside a paragraph are spaces, but not hard ones', () => {
  const source = 'The ferry\nleaves **at\nten**.  \nBe early.\n\n- a long\n  item\n\n```\na\nb\n```';
  expect(flatten(source, true)).toBe('The ferry leaves at ten.\nBe early.\na long item\na\nb');
  expect(flatten(source)).toBe('The ferry\nleaves at\nten.\nBe early.\na long\nitem\na\nb');
});
