import { expect, test } from 'vitest';
import { findExcerpt } from './find-excerpt.ts';

const filler = 'The server keeps what it is told and says no more. '.repeat(30);
const text = `${filler}\nDATABASE_URL names the Postgres that holds everything.\n${filler}`;
const cut = (question: string, from = text, length = 120) => {
  const { start, end } = findExcerpt(from, question, length);
  return from.slice(start, end);
};

test('selects the part with most of the question’s words, with more weight on rare ones', () => {
  expect(cut('Which variable names the Postgres?')).toMatch(/^DATABASE_URL names the Postgres/);
  expect(cut('postgres server')).toContain('names the Postgres');
});

test('without a matching word: the beginning, cut after a word', () => {
  const head = cut('zebra', text, 50);
  expect(text.startsWith(head)).toBe(true);
  expect(head.length).toBeGreaterThan(40);
  expect(text[head.length]).toBe(' ');
  expect(cut('?!', 'x'.repeat(500), 50)).toHaveLength(50);
});

test('a short text is not cut, and languages without spaces can be cut, too', () => {
  expect(findExcerpt('short', 'short', 120)).toEqual({ start: 0, end: 5 });
  const japanese = `${'長い文章です。'.repeat(60)}契約は三月に終了します。${'長い文章です。'.repeat(60)}`;
  expect(cut('終了 契約', japanese, 60)).toContain('契約は三月に終了します');
  expect(cut('終了 契約', japanese, 60).length).toBeLessThanOrEqual(60);
});
