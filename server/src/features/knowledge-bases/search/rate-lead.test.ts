import { expect, test } from 'vitest';
import { hashTerm } from '../../../platform/lexicon/hash-term.ts';
import type { ChunkText } from '../search.sql.ts';
import { rateLead } from './rate-lead.ts';
import type { ReadQuestion } from './read-question.ts';

const base = 'kb_1';
const filler = 'Many other things are said before that. '.repeat(6);

function ask(...words: string[]): ReadQuestion {
  const terms = words.map((word) => {
    const hashes = new Map([[base, [hashTerm(base, word)]]]);
    return { word, hashes, chunkCount: 3, weight: 1, isTopic: true, isContext: false, certainty: 1 };
  });
  return {
    terms,
    chunkCount: 100,
    averageLength: 50,
    passing: 10,
    ownTopics: words.length,
    contextShare: 0,
    text: words.join(' '),
    isFilling: false,
    stored: new Set(),
  };
}

function rate(question: ReadQuestion, text: ChunkText): number {
  return rateLead(question, text, 'en');
}

function chunk(content: string, ordinal = 0): ChunkText {
  const document = { document_id: 'doc_1', document_name: 'a', title: 'a', url: null };
  return { id: 'chunk_1', knowledge_base_id: base, content, ...document, metadata: {}, ordinal };
}

test('a text that begins with the subject is rated higher than one that mentions it later', () => {
  const question = ask('tyre', 'pump');
  const early = rate(question, chunk(`A tyre is filled with a pump. ${filler}`));
  const late = rate(question, chunk(`${filler} A tyre is filled with a pump.`));
  expect(early).toBeGreaterThan(late);
  expect(late).toBeGreaterThan(0);
  expect(early).toBeLessThanOrEqual(1);
});

test('the beginning of a document counts more than that of a later chunk', () => {
  const question = ask('tyre');
  expect(rate(question, chunk('Tyre pressure', 0))).toBeGreaterThan(rate(question, chunk('Tyre pressure', 4)));
});

test('words beyond the beginning, addresses of links, and repetitions add nothing', () => {
  const question = ask('tyre', 'pump');
  expect(rate(question, chunk(`${filler.repeat(20)} tyre`))).toBe(0);
  expect(rate(question, chunk('[here](https://example.com/tyre)'))).toBe(0);
  expect(rate(question, chunk('tyre tyre tyre'))).toBe(rate(question, chunk('tyre')));
  expect(rate(ask(), chunk('tyre'))).toBe(0);
});
