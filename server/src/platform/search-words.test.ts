import { describe, expect, it } from 'vitest';
import { wordsOf } from './search-words.ts';

describe('the words by which a text is found', () => {
  it('are those of a text that repeats them, however often', () => {
    const text = 'Łukasz doesn’t sail; O’Brien’s Straße, 漢字仮名 and the Straße.';
    expect(wordsOf(`${text}\n`.repeat(10_000))).toEqual(wordsOf(text));
    expect(wordsOf(text)).toEqual(expect.arrayContaining(['lukasz', "doesn't", 'doesnt', 'brien', 'strasse', '漢字']));
  });

  it('are at most 4,096, those that come first', () => {
    const words = Array.from({ length: 5_000 }, (_, at) => `w${at}`);
    expect(wordsOf(words.join(' '))).toEqual(words.slice(0, 4_096));
  });

  it('are found in a text that becomes eighteen times longer with its compatibility forms folded', () => {
    expect(wordsOf('ﷺ '.repeat(300_000))).toEqual(['صلي', 'الله', 'عليه', 'وسلم']);
  });
});
