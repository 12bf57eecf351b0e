import type { Sql } from '../../../platform/database.ts';
import { hashTerm } from '../../../platform/lexicon/hash-term.ts';
import { fallbackLanguage } from '../../../platform/lexicon/analyse-text.ts';
import { detectLanguage, isLanguage, type Language } from '../../../platform/lexicon/languages.ts';
import { countSlips, isSpellable, listDeletions, trustCorrection } from '../../../platform/lexicon/spelling.ts';
import { toTerms } from '../../../platform/lexicon/terms.ts';
import { isStopWord } from '../../../platform/models/text/stop-words.ts';
import { foldWord, readWords } from '../../../platform/models/text/words.ts';
import { hashNear } from './store-terms.ts';
import { countTermUse, findNearWords, findSearchTotals } from './terms.sql.ts';

/** Something a chunk may hold of the question: one word, regardless of what it is called in the languages of the bases. */
export interface QuestionTerm {
  /** The word as it was asked, folded. */
  readonly word: string;
  /** The numbers it is found by, by knowledge base. */
  readonly hashes: ReadonlyMap<string, readonly number[]>;
  /** Chunks that hold it, over all the bases. */
  readonly chunkCount: number;
  /** 1, less for a stop word, a guess at the spelling, or what an earlier question is remembered by. */
  readonly weight: number;
  readonly isTopic: boolean;
  /** How sure it is that the bases' word is the one that was meant: 1, less where the spelling was corrected. */
  readonly certainty: number;
}

/** A question as the search by words takes it. */
export interface ReadQuestion {
  readonly terms: readonly QuestionTerm[];
  readonly chunkCount: number;
  readonly averageLength: number;
  /** How much what was asked before counts, 0 to 1. */
  readonly contextShare: number;
  /** The question with corrected words added, for an embedding that sees letters only. */
  readonly text: string;
  /** Some of the bases' documents have no terms yet. */
  readonly isFilling: boolean;
}

/** Different words that are read of a question; a whole page pasted into it says no more with the rest. */
const maxWords = 160;
const stopWeight = 0.5;
const guessWeight = 0.9;
/** From this certainty on a correction to a word without a topic is believed. */
const sureCorrection = 0.4;
/** Of earlier questions a follow-up is helped by the rarest words, which must not outweigh its own. */
const contextWeight = 0.5;
/** A question with so many words that the bases know says what it is about; what was asked before then counts less. */
const manyOwn = 2;
const ownContextShare = 0.4;
const maxContextWords = 8;
/** Corrections of one word that are searched for together. */
const maxGuesses = 3;

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
 * `context` is what was asked before, for a question that leans on it.
 */
export async function readQuestion(
  sql: Sql,
  baseIds: readonly string[],
  question: string,
  context = '',
): Promise<ReadQuestion> {
  const totals = await findSearchTotals(sql, baseIds);
  const words = [...new Set(readWords(question))].slice(0, maxWords);
  const asked = detectLanguage(question);
  const isStop = (word: string): boolean => isStopWord(foldWord(word), asked);
  const hasTopic = words.some((word) => !isStop(word));
  const languages = [...new Set([fallbackLanguage, ...totals.flatMap((total) => total.languages), asked])].filter(
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
  const all = [...new Set(drafts.flatMap(({ hashes }) => [...hashes.values()].flat()))];
  for (const { hash, chunk_count: count } of await countTermUse(sql, baseIds, all)) use.set(hash, count);
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
  const chunkCount = totals.reduce((sum, total) => sum + total.chunk_count, 0);
  const length = totals.reduce((sum, total) => sum + total.length, 0);
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
    contextShare,
    text: [question, ...guesses, ...(contextShare < 1 ? [] : [...carried].map(({ word }) => word))].join(' '),
    isFilling: totals.some((total) => total.is_filling),
  };
}

/** The terms of a word: one with what it is called in each language, or, of a Korean word, one for each of its pairs. */
function listAlternatives(word: string, languages: readonly Language[]): string[][] {
  const readings = languages.map((language) => toTerms(word, language));
  const longest = readings.find((terms) => terms.length > 1);
  if (longest !== undefined) return [...new Set(longest)].map((term) => [term]);
  return [[...new Set(readings.flat())]];
}

function countUse({ hashes }: Draft, use: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const list of hashes.values()) for (const hash of list) sum += use.get(hash) ?? 0;
  return sum;
}

/** Gives unknown words the terms of the words in the vocabularies that they are most likely meant for. */
async function guessSpelling(
  sql: Sql,
  baseIds: readonly string[],
  unknown: readonly Draft[],
  use: Map<number, number>,
  isStop: (word: string) => boolean,
): Promise<string[]> {
  const typed = unknown.filter(({ word, isTopic }) => isTopic && isSpellable(foldWord(word)));
  if (typed.length === 0) return [];
  const near = typed.flatMap(({ word }) =>
    listDeletions(foldWord(word)).flatMap((entry) => baseIds.map((id) => hashNear(id, entry))),
  );
  const found = await findNearWords(sql, baseIds, near);
  return typed.flatMap((draft) => {
    const slips = found.flatMap((known) => {
      const count = countSlips(foldWord(draft.word), known.word);
      return count === undefined ? [] : [{ ...known, slips: count }];
    });
    const least = Math.min(...slips.map((guess) => guess.slips));
    const best = slips.filter((guess) => guess.slips === least).slice(0, maxGuesses);
    if (best.length === 0) return [];
    const [{ word } = { word: '' }] = best;
    draft.certainty = trustCorrection(foldWord(draft.word), word, least) / Math.sqrt(best.length);
    if (isStop(word)) {
      // A slip in a word like "what"; where it is more likely a word of its own, nothing here holds that.
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
