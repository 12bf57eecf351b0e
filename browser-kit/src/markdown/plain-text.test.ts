import { expect, test } from 'vitest';
import { closeMarks } from './parse.ts';
import { decodeEntities, speakable } from './plain-text.ts';
import { safeUrl } from './safe-url.ts';

test('reads markdown aloud without its marks', () => {
  const source =
    '## Hello\n\nSee **the** [guide](https://x.example) [1].\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n- one\n\n```ts\nx()\n```';
  expect(speakable(source)).toBe('Hello See the guide. A B 1 2 one x()');
});

test.each([
  ['some **bol', 'some **bol**'],
  ['some **bold*', 'some **bold**'],
  ['some `co', 'some `co`'],
  ['see [the gui', 'see the gui'],
  ['see [the guide](https://x.exa', 'see the guide'],
  ['as said [1]', 'as said [1]'],
  ['done **a** `b`', 'done **a** `b`'],
  ['```\nlet **', '```\nlet **'],
  ['a *', 'a'],
])('closes %j while it is written', (text, closed) => {
  expect(closeMarks(text)).toBe(closed);
});

test('resolves character references once', () => {
  expect(decodeEntities('&amp;lt; &#x41;&#66; &unknown; &#0;')).toBe('&lt; AB &unknown; &#0;');
});

test.each([
  ['https://x.example/a b', 'https://x.example/a%20b'],
  ['mailto:a@x.example', 'mailto:a@x.example'],
  ['//x.example', 'https://x.example/'],
])('links to %s', (given, href) => {
  expect(safeUrl(given)).toBe(href);
});

test.each([
  'javascript:alert(1)',
  '\u0001javascript:1',
  'java\nscript:1',
  'data:text/html,x',
  'blob:x',
  'file:///etc',
  '/relative',
  '',
])('does not link to %j', (given) => {
  expect(safeUrl(given)).toBeNull();
});

test.each(['[', '[a](', '![', '\n', ' ', '- ', '*', '| ', '`'])('a megabyte of %j is converted quickly', (mark) => {
  // With a pattern that searches from every mark, this would take hours.
  expect(speakable(mark.repeat(1_000_000 / mark.length)).length).toBeLessThan(20_000);
});
