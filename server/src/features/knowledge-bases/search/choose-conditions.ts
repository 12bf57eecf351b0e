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
      conditions.push(...listStored(question, term).map((hash) => [hash]));
    }
  }
  if (expected >= budget || frequent.length === 0) return conditions;
  const pairs = listPairs(question, frequent.slice(0, maxPaired));
  // For a single frequent term any of its chunks are equally good.
  const [first] = frequent;
  if (pairs.length === 0 && conditions.length === 0 && first !== undefined)
    conditions.push(...listStored(question, first).map((hash) => [hash]));
  return [...conditions, ...pairs];
}

/** The numbers of a term that chunks have. */
export function listStored({ stored }: ReadQuestion, { hashes }: QuestionTerm): number[] {
  return [...hashes.values()].flat().filter((hash) => stored.has(hash));
}

function isCommon({ chunkCount }: QuestionTerm, all: number): boolean {
  return all > largeBase && chunkCount > all * commonShare;
}

/** Every pair of terms, in each base and with each of their numbers there. */
function listPairs({ stored }: ReadQuestion, terms: readonly QuestionTerm[]): TermCondition[] {
  const listIn = (hashes: readonly number[] = []): number[] => hashes.filter((hash) => stored.has(hash));
  return terms.flatMap((term, index) =>
    terms
      .slice(index + 1)
      .flatMap((other) =>
        [...term.hashes].flatMap(([base, hashes]) =>
          listIn(hashes).flatMap((hash) => listIn(other.hashes.get(base)).map((second) => [hash, second])),
        ),
      ),
  );
}
