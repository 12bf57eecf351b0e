import { expect, test } from 'vitest';
import { diffLines, foldLines } from './diff-lines.ts';

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
  expect(diffLines(`a\n${long}\nb`, `c\n${long}\nd`)).toHaveLength(10_004);
  // What both begin with needs no comparison.
  expect(diffLines(long, `${long}\nmore`).filter(({ kind }) => kind !== 'same')).toHaveLength(1);
});

test('unchanged lines far from a change are left out', () => {
  const lines = Array.from({ length: 40 }, (_, line) => `line ${line}`);
  const parts = foldLines(diffLines(lines.join('\n'), lines.with(20, 'other').join('\n')));
  expect(parts[0]).toEqual({ kind: 'gap', count: 17 });
  expect(parts.at(-1)).toEqual({ kind: 'gap', count: 16 });
  expect(parts).toHaveLength(1 + 3 + 2 + 3 + 1);
  expect(foldLines(diffLines('same', 'same'))).toEqual([{ kind: 'gap', count: 1 }]);
});
