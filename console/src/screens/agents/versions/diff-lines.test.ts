import { expect, test } from 'vitest';
import { diffLines } from './diff-lines.ts';

const written = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: ' ', added: '+', removed: '-' }[kind]}${text}`);

test('unchanged lines are kept in place, changed ones are removed and added there', () => {
  expect(written('You help.\nBe short.\nBe kind.', 'You help.\nBe brief.\nBe kind.\nSay the source.')).toEqual([
    ' You help.',
    '-Be short.',
    '+Be brief.',
    ' Be kind.',
    '+Say the source.',
  ]);
});

test('a new or deleted text is added or removed as a whole', () => {
  expect(written('', 'One\nTwo')).toEqual(['+One', '+Two']);
  expect(written('One', '')).toEqual(['-One']);
  expect(written('', '')).toEqual([]);
});

test('texts with very many lines are shown as replaced, without comparing all lines', () => {
  const long = Array.from({ length: 5_000 }, (_, line) => `line ${line}`).join('\n');
  expect(diffLines(long, `${long}\nmore`)).toHaveLength(10_001);
});
