import { expect, test } from 'vitest';
import { chooseConditions } from './choose-conditions.ts';
import type { ReadQuestion } from './read-question.ts';

/** A question whose words have two numbers in each of fifty bases, of which chunks have those in `stored`. */
function ask(chunkCount: number, stored: readonly number[]): ReadQuestion {
  const terms = [0, 1].map((word) => ({
    word: `word ${word}`,
    hashes: new Map(Array.from({ length: 50 }, (_, at) => [`kb_${at}`, [at * 10 + word * 2, at * 10 + word * 2 + 1]])),
    chunkCount,
    weight: 1,
    isTopic: true,
    isContext: false,
    certainty: 1,
  }));
  const rest = { averageLength: 50, passing: 1000, ownTopics: 2, contextShare: 0, text: '', isFilling: false };
  return { terms, chunkCount: 1000, ...rest, stored: new Set(stored) };
}

test('only numbers that chunks have are looked up', () => {
  expect(chooseConditions(ask(1, [20, 73]), 400)).toEqual([[20], [73]]);
});

test('only such numbers are combined in pairs', () => {
  expect(chooseConditions(ask(900, [20, 22, 30, 43]), 400)).toEqual([[20, 22]]);
});
