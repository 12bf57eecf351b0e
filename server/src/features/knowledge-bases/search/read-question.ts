import type { Sql } from '../../../platform/database.ts';
import { hashTerm } from '../../../platform/lexicon/hash-term.ts';
import { fallbackLanguage } from '../../../platform/lexicon/analyse-text.ts';
import { kindOfWord, listAskingWords } from '../../../platform/lexicon/answer-kinds.ts';
import { detectLanguage, isLanguage, type Language } from '../../../platform/lexicon/languages.ts';
import { countSlips, isSpellable, listDeletions, trustCorrection } from '../../../platform/lexicon/spelling.ts';
import { toTerms } from '../../../platform/lexicon/terms.ts';
import { isStopWord } from '../../../platform/models/text/stop-words.ts';
import { foldWord, readWords } from '../../../platform/models/text/words.ts';
import { hashNear } from './store-terms.ts';
import type { SearchableBase } from '../knowledge-bases.sql.ts';
import { countTermUse, findNearWords } from './terms.sql.ts';

/** A search term of the question: one word, with its forms in the languages of the bases. */
export interface QuestionTerm {
  /** The word of the question, folded. */
  readonly word: string;
  /** The term numbers by knowledge base. */
  readonly hashes: ReadonlyMap<string, readonly number[]>;
  /** Number of chunks with the term, over all bases. */
  readonly chunkCount: number;
  /** 1, less for a stop word, a guessed spelling, or a word of an earlier question. */
  readonly weight: number;
  readonly isTopic: boolean;
  /** It's a word of an earlier question. */
  readonly isContext: boolean;
  /** Certainty that the bases' word is the intended one: 1, less if the spelling was corrected. */
  readonly certainty: number;
}

/** A question prepared for the word search. */
export interface ReadQuestion {
  readonly terms: readonly QuestionTerm[];
  readonly chunkCount: number;
  readonly averageLength: number;
  /** Number of topic words without those of earlier questions. */
  readonly ownTopics: number;
  /** Weight of earlier questions, 0 to 1. */
  readonly contextShare: number;
  /** The question with corrected words added, for an embedding based on letters. */
  readonly text: string;
  /** At most this many chunks pass the filter. */
  readonly passing: number;
  /** Some of the bases' documents have no terms yet. */
  readonly isFilling: boolean;
  /** Those of the terms' numbers that chunks have: few of a question's, for many bases and languages. */
  readonly stored: ReadonlySet<number>;
}

/** Maximum different words of a question; the rest of a pasted page adds nothing. */
const maxWords = 160;
const stopWeight = 0.5;
const guessWeight = 0.9;
/** Minimum certainty of a correction to a stop word. */
const sureCorrection = 0.4;
/** A follow-up is extended by the rarest words of earlier questions, which must not outweigh its own. */
const contextWeight = 0.5;
/** A question with at least this many known words is specific enough; earlier questions then count less. */
const manyOwn = 2;
const ownContextShare = 0.4;
const maxContextWords = 8;
/** Corrections of one word that are searched together. */
const maxGuesses = 3;
/** Maximum words whose spelling is corrected, and numbers by which they are looked up: each base has its own. */
const maxCorrected = 40;
const maxNear = 16_384;

interface Draft {
  readonly word: string;
  isTopic: boolean;
  readonly isContext: boolean;
  certainty: number;
  hashes: Map<string, readonly number[]>;
  weight: number;
}

/**
 * Looks a question's words up in the vocabularies of the knowledge bases, and corrects the spelling of unknown ones.
 * `context` are the earlier questions of a follow-up, `labels` the numbers of a filter.
 */
export async function readQuestion(
  sql: Sql,
  bases: readonly SearchableBase[],
  question: string,
  context = '',
  labels: readonly number[] = [],
): Promise<ReadQuestion> {
  const baseIds = bases.map(({ id }) => id);
  const words = [...new Set(readWords(question))].slice(0, maxWords);
  const [expected, ...others] = [...new Set(bases.flatMap((base) => base.languages))].filter(isLanguage);
  const asked = others.length > 0 ? detectLanguage(question) : (detectLanguage(question, expected) ?? expected);
  const asking = new Set(listAskingWords(question));
  const isStop = (word: string): boolean => asking.has(foldWord(word)) || isStopWord(foldWord(word), asked);
  const hasTopic = words.some((word) => !isStop(word));
  const languages = [...new Set([fallbackLanguage, ...bases.flatMap((base) => base.languages), asked])].filter(
    isLanguage,
  );
  const toDrafts = (word: string, isTopic: boolean, isContext: boolean): Draft[] =>
    listAlternatives(word, languages).map((terms) => {
      const hashes = new Map(baseIds.map((id) => [id, terms.map((term) => hashTerm(id, term))]));
      const weight = isContext ? contextWeight : isTopic ? 1 : stopWeight;
      return { word, isTopic, isContext, certainty: 1, hashes, weight };
    });
  const earlier = [...new Set(readWords(context))]
    .filter((word) => !words.includes(word) && !isStop(word))
    .slice(0, maxWords);
  const drafts = [
    ...words.flatMap((word) => toDrafts(word, (!hasTopic && context === '') || !isStop(word), false)),
    ...earlier.flatMap((word) => toDrafts(word, true, true)),
  ];
  const use = new Map<number, number>();
  const all = [...new Set([...drafts.flatMap(({ hashes }) => [...hashes.values()].flat()), ...labels])];
  // A label is the same in all bases.
  for (const { hash, chunk_count: count } of await countTermUse(sql, baseIds, all))
    use.set(hash, (use.get(hash) ?? 0) + count);
  const guesses = await guessSpelling(
    sql,
    baseIds,
    drafts.filter((draft) => countUse(draft, use) === 0),
    use,
    isStop,
  );
  const carried = new Set(
    drafts
      .filter((draft) => draft.isContext && countUse(draft, use) > 0)
      .toSorted((a, b) => countUse(a, use) - countUse(b, use))
      .slice(0, maxContextWords),
  );
  const own = drafts.filter((draft) => !draft.isContext && draft.isTopic && countUse(draft, use) > 0);
  const contextShare = own.length >= manyOwn ? ownContextShare : 1;
  for (const draft of carried) draft.weight *= contextShare;
  const chunkCount = bases.reduce((sum, base) => sum + base.chunk_count, 0);
  const length = bases.reduce((sum, base) => sum + base.length, 0);
  return {
    terms: drafts
      .filter((draft) => !draft.isContext || carried.has(draft))
      .map((draft) => ({
        ...draft,
        word: foldWord(draft.word),
        chunkCount: Math.min(chunkCount, countUse(draft, use)),
      })),
    chunkCount,
    averageLength: chunkCount === 0 ? 1 : Math.max(1, length / chunkCount),
    ownTopics: new Set(drafts.filter(({ isTopic, isContext }) => isTopic && !isContext).map(({ word }) => word)).size,
    contextShare,
    passing: Math.min(chunkCount, ...labels.map((label) => use.get(label) ?? 0)),
    text: [question, ...guesses, ...(contextShare < 1 ? [] : [...carried].map(({ word }) => word))].join(' '),
    isFilling: bases.some((base) => base.is_filling),
    stored: new Set(use.keys()),
  };
}

/** The terms of a word: one with its form in each language, or, for a Korean word, one for each of its pairs. */
function listAlternatives(word: string, languages: readonly Language[]): string[][] {
  const readings = languages.map((language) => toTerms(word, language));
  // The stemmer takes the article of some Arabic words for their beginning, and the end of others for an ending.
  if (languages.includes('ar') && /^\p{Script=Arabic}+$/u.test(word)) readings.push(toTerms(`ال${word}`, 'ar'));
  const longest = readings.find((terms) => terms.length > 1);
  if (longest !== undefined) return [...new Set(longest)].map((term) => [term]);
  return [[...new Set(readings.flat())]];
}

function countUse({ hashes }: Draft, use: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const list of hashes.values()) for (const hash of list) sum += use.get(hash) ?? 0;
  return sum;
}

/** Replaces unknown words by the most likely words of the vocabularies. */
async function guessSpelling(
  sql: Sql,
  baseIds: readonly string[],
  unknown: readonly Draft[],
  use: Map<number, number>,
  isStop: (word: string) => boolean,
): Promise<string[]> {
  const typed: Draft[] = [];
  const near: number[] = [];
  for (const draft of unknown) {
    if (!draft.isTopic || !isSpellable(foldWord(draft.word))) continue;
    if (typed.length === maxCorrected || near.length >= maxNear) break;
    typed.push(draft);
    for (const entry of listDeletions(foldWord(draft.word))) for (const id of baseIds) near.push(hashNear(id, entry));
  }
  if (typed.length === 0) return [];
  const found = await findNearWords(sql, baseIds, near);
  return typed.flatMap((draft) => {
    const kind = kindOfWord(foldWord(draft.word));
    const slips = found.flatMap((known) => {
      // A word that asks for something is spelt correctly, although answers rarely contain it: "prix" is not "prise".
      if (kind !== undefined && kindOfWord(known.word) !== kind) return [];
      const count = countSlips(foldWord(draft.word), known.word);
      return count === undefined ? [] : [{ ...known, slips: count }];
    });
    const least = Math.min(...slips.map((guess) => guess.slips));
    const best = slips.filter((guess) => guess.slips === least).slice(0, maxGuesses);
    if (best.length === 0) return [];
    const [{ word } = { word: '' }] = best;
    draft.certainty = trustCorrection(foldWord(draft.word), word, least) / Math.sqrt(best.length);
    if (isStop(word)) {
      // A typo in a word like "what"; if it is more likely a word by itself, nothing here contains it.
      if (draft.certainty < sureCorrection) return [];
      draft.isTopic = false;
    }
    const hashes = [...new Set(best.map(({ hash }) => hash))];
    for (const { hash, chunk_count: count } of best) use.set(hash, count);
    draft.hashes = new Map(baseIds.map((id) => [id, hashes]));
    draft.weight *= draft.isTopic ? guessWeight : stopWeight;
    return [word];
  });
}
