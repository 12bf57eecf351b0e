import { expect, test } from 'vitest';
import { markWords } from './mark-words.ts';

const written = (content: string, query: string): string =>
  markWords(content, query)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('');

test('marks the beginnings of words that the query has, in plain text', () => {
  expect(written('Berths: a **berth** costs *40* euros.', 'berth cost')).toBe('[Berth]s: a [berth] [cost]s 40 euros.');
  expect(written('A rebirth', 'birth')).toBe('A rebirth');
  expect(written('Ein Überblick', 'über')).toBe('Ein [Über]blick');
  expect(written('One (1) + two', '(1) + [')).toBe('One (1) + two');
  expect(written('A berth of ten', 'of ten')).toBe('A berth of [ten]');
  expect(written('港口的价格', '价格')).toBe('港口的[价格]');
  expect(written('Nothing', '')).toBe('Nothing');
});

test('shows the part around the first match, short and without half a character', () => {
  const text = `${'before '.repeat(40)}berth ${'after '.repeat(60)}`;
  const shown = written(text, 'berth');
  expect(shown).toMatch(/^… (before )+\[berth\] after .*…$/);
  expect(shown.length).toBeLessThan(200);
  const emoji = markWords('😀'.repeat(200), 'x');
  expect(emoji.every(({ text: piece }) => piece.isWellFormed())).toBe(true);
});
