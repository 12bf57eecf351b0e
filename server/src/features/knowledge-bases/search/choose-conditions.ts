import type { QuestionTerm, ReadQuestion } from './read-question.ts';
import type { TermCondition } from './terms.sql.ts';

/**
 * A term in more than this share of a large base's chunks carries little information, and finding all of them is slow.
 */
const commonShare = 0.25;
const largeBase = 2_000;
/** Number of terms that are combined in pairs if each alone has too many chunks. */
const maxPaired = 4;

/**
 * Which chunks to rate: those with one of the question's rarest terms, as many terms as are expected to yield about
 * `budget` chunks, and those with two of the more frequent ones. None if every term is too frequent.
 */
export function chooseConditions(question: ReadQuestion, budget: number): TermCondition[] {
  const useful = question.terms
    .filter((term) => term.chunkCount > 0 && !isCommon(term, question.chunkCount))
    .toSorted((a, b) => Number(b.isTopic) - Number(a.isTopic) || a.chunkCount - b.chunkCount);
  const conditions: TermCondition[] = [];
  const frequent: QuestionTerm[] = [];
  let expected = 0;
  for (const term of useful) {
    if (expected > 0 && expected + term.chunkCount > budget) {
      frequent.push(term);
      continue;
    }
    if (expected === 0 && term.chunkCount > budget) frequent.push(term);
    else {
      expected += term.chunkCount;
      for (const list of term.hashes.values()) for (const hash of list) conditions.push([hash]);
    }
  }
  if (expected >= budget || frequent.length === 0) return conditions;
  const pairs = listPairs(frequent.slice(0, maxPaired));
  // For a single frequent term any of its chunks are equally good.
  if (pairs.length === 0 && conditions.length === 0)
    for (const list of frequent[0]?.hashes.values() ?? []) for (const hash of list) conditions.push([hash]);
  return [...conditions, ...pairs];
}

function isCommon({ chunkCount }: QuestionTerm, all: number): boolean {
  return all > largeBase && chunkCount > all * commonShare;
}

/** Every pair of terms, in each base and with each of their numbers there. */
function listPairs(terms: readonly QuestionTerm[]): TermCondition[] {
  return terms.flatMap((term, index) =>
    terms
      .slice(index + 1)
      .flatMap((other) =>
        [...term.hashes].flatMap(([base, hashes]) =>
          hashes.flatMap((hash) => (other.hashes.get(base) ?? []).map((second) => [hash, second])),
        ),
      ),
  );
}
