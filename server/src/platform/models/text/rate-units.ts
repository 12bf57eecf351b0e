import { type AnswerKind, hasKind } from '../../lexicon/answer-forms.ts';
import { asksForTime, kindOfQuestion, kindOfWord } from '../../lexicon/answer-kinds.ts';
import { countSlips } from '../../lexicon/spelling.ts';
import { detectLanguage } from '../../lexicon/languages.ts';
import { isStopWord } from './stop-words.ts';
import { rateForm } from './rate-form.ts';
import { createRateNames } from './rate-names.ts';
import { plainReading, type Reading } from './reading.ts';
import type { Unit } from './units.ts';
import { splitWords, topicStems } from './words.ts';

export interface Rating {
  /** Share of the query's weight that the unit and its headings cover, 0 to 1. */
  coverage: number;
  /** The same for the unit alone. */
  own: number;
  /** Coverage plus the bonuses of a better answer; only the order is meaningful. */
  score: number;
}

// Weight of a term that is near the unit instead of in it.
const inHeading = 0.75;
const inTitle = 0.5;
const inSameBlock = 0.4;
const sameBeginning = 0.8;
const partOfCompound = 0.7;
const misspelt = 0.7;
const ofKind = 0.8;
/** Maximum weight of a term of an earlier question, and of all of them together relative to the question's own. */
const ofEarlier = 0.5;
const ofAllEarlier = 0.75;
/**
 * Maximum number of terms of a query, and of characters that they are taken from: each term is compared with each word.
 */
const maxTerms = 64;
const maxQuery = 8_000;
const none: ReadonlySet<string> = new Set<string>();

/**
 * Rates each unit as an answer to the query, by the terms they share, weighted by the rarity of each among the units. A
 * unit's title is the name of its text. `own` is the query without the earlier questions that complete it: their terms
 * count less, so that "And to Norway?" is not answered with the country before.
 */
export function rateUnits(
  units: (Unit & { title?: string })[],
  query: string,
  own = query,
  reading = plainReading,
): Rating[] {
  const terms = queryTerms(query, reading);
  const kinds = readKinds(query, reading);
  const expected = listKinds(query, kinds);
  const ownKinds = new Set(own === query ? expected : listKinds(own, readKinds(own, reading)));
  const asked = new Set(own === query ? terms : queryTerms(own, reading));
  const contexts = units.map((unit) => ({
    own: new Set(unit.stems),
    heading: new Set(topicStems(unit.context, undefined, reading.stem)),
    title: new Set(topicStems(unit.title ?? '', undefined, reading.stem)),
  }));
  const rateNames = createRateNames(own);
  const weights = weighTerms(terms, asked, contexts);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return units.map((unit, index) => {
    const { own, heading, title } = contexts[index] ?? { own: none, heading: none, title: none };
    const present = new Set(expected.filter((kind) => hasKind(kind, unit.text)));
    const expectedShare = present.size === 0 ? 0 : [...present].some((each) => ownKinds.has(each)) ? 1 : ofEarlier;
    const neighbours = [index - 1, index + 1].filter((other) => units[other]?.block === unit.block);
    let sum = 0;
    let ownSum = 0;
    for (const [position, term] of terms.entries()) {
      const kind = kinds.get(term);
      const ownMatch = Math.max(matchTerm(term, own), kind !== undefined && present.has(kind) ? ofKind : 0);
      const match = Math.max(
        ownMatch,
        matchTerm(term, heading) * inHeading,
        matchTerm(term, title) * inTitle,
        ...neighbours.map((other) => matchTerm(term, contexts[other]?.own ?? none) * inSameBlock),
      );
      sum += match * (weights[position] ?? 0);
      ownSum += ownMatch * (weights[position] ?? 0);
    }
    const coverage = whole === 0 ? 0 : sum / whole;
    const alone = whole === 0 ? 0 : ownSum / whole;
    const bonuses =
      rateForm(unit, query, terms, expectedShare) +
      ratePhrases(unit, terms, asked) +
      rateNames(`${unit.heading}\n${unit.text}`);
    const score = coverage === 0 ? 0 : 0.7 * coverage + 0.3 * alone + bonuses;
    return { coverage, own: alone, score };
  });
}

/**
 * The weight of each term: its rarity, less for one of an earlier question. However many words that one had, they don't
 * outweigh a word of the last one: "And the decaf?" is about another row of the table.
 */
function weighTerms(
  terms: readonly string[],
  asked: ReadonlySet<string>,
  units: readonly { own: ReadonlySet<string>; heading: ReadonlySet<string> }[],
): number[] {
  const counts = terms.map((term) => units.filter(({ own, heading }) => own.has(term) || heading.has(term)).length);
  const rarities = counts.map((count) => Math.log(1 + (units.length + 1) / (count + 0.5)));
  let [ownSum, earlierSum] = [0, 0];
  for (const [index, term] of terms.entries())
    if (!asked.has(term)) earlierSum += rarities[index] ?? 0;
    // A word that occurs nowhere can't tell one unit from another.
    else if ((counts[index] ?? 0) > 0) ownSum += rarities[index] ?? 0;
  const ofEach = ownSum === 0 ? ofEarlier : Math.min(ofEarlier, (ofAllEarlier * ownSum) / earlierSum);
  return terms.map((term, index) => (rarities[index] ?? 0) * (asked.has(term) ? 1 : ofEach));
}

/** The kinds of answers that the query's words ask for, by the stems of those words. */
function readKinds(query: string, { stem }: Reading): Map<string, AnswerKind> {
  const words = new Set(splitWords(query.slice(0, maxQuery)));
  return new Map(
    [...words].slice(0, maxTerms).flatMap((word) => {
      const kind = kindOfWord(word);
      return kind === undefined ? [] : [[stem(word), kind] as const];
    }),
  );
}

/** The kinds of answers that a query asks for by its words, which are known, or by its form. */
function listKinds(query: string, ofWords: ReadonlyMap<string, AnswerKind>): AnswerKind[] {
  const asked = query.slice(0, maxQuery);
  const ofForm = kindOfQuestion(asked);
  const time = asksForTime(asked) ? (['time'] as const) : [];
  return [...new Set([...ofWords.values(), ...(ofForm === undefined ? [] : [ofForm]), ...time])];
}

/** The stems that a query is about; all of its words if it consists of stop words. */
export function queryTerms(query: string, { language, stem } = plainReading): string[] {
  const asked = query.slice(0, maxQuery);
  const topics = [...new Set(topicStems(asked, detectLanguage(asked, language) ?? language, stem))].slice(0, maxTerms);
  return topics.length > 0 ? topics : [...new Set(splitWords(asked).map(stem))].slice(0, maxTerms);
}

/** Whether the query consists of words like "and how?", which make sense only after an earlier message. */
export function hasNoTopic(query: string): boolean {
  const language = detectLanguage(query);
  return splitWords(query).every((word) => isStopWord(word, language));
}

/** Two syllables of Korean are a word. What follows is the form of one of three verbs; anything else is another noun. */
const hangul = /^\p{Script=Hangul}{2,}$/u;
const koreanVerb = /^(?:[하해한할합했되돼된될됩됐]|입니|이에|이다|이고|이며|예요)/u;

/** How well the stems have a term: 1 if it is one of them, less for a word that resembles it, else 0. */
export function matchTerm(term: string, stems: ReadonlySet<string>): number {
  if (stems.has(term)) return 1;
  if (hangul.test(term)) {
    const same = (stem: string): boolean => isWithVerb(stem, term) || (stem.length > 1 && isWithVerb(term, stem));
    return stems.values().some(same) ? sameBeginning : 0;
  }
  if (term.length < 5) return 0;
  for (const stem of stems) {
    const shorter = Math.min(stem.length, term.length);
    // The same first letters, except the last few: inflections that the light stemmer misses.
    if (shorter >= 5 && stem.slice(0, shorter) === term.slice(0, shorter) && Math.abs(stem.length - term.length) <= 4)
      return sameBeginning;
    // A part of a compound: "Werkstatt" in "Fahrradwerkstatt", or asked with "Versandkosten", "Versand".
    if (shorter >= 6 && (stem.includes(term) || term.startsWith(stem) || term.endsWith(stem))) return partOfCompound;
  }
  for (const stem of stems)
    if (Math.abs(stem.length - term.length) <= 1 && stem.length >= 4 && countSlips(term, stem) === 1) return misspelt;
  return 0;
}

function isWithVerb(word: string, noun: string): boolean {
  return word.startsWith(noun) && koreanVerb.test(word.slice(noun.length));
}

/** Terms of the question itself that follow each other in it and in the unit. */
function ratePhrases(unit: Unit, terms: string[], asked: ReadonlySet<string>): number {
  if (terms.length < 2) return 0;
  let found = 0;
  for (const [index, term] of terms.slice(1).entries()) {
    const before = terms[index];
    if (before === undefined || !asked.has(term) || !asked.has(before)) continue;
    if (unit.stems.some((stem, at) => stem === term && unit.stems[at - 1] === before)) found += 1;
  }
  return (0.15 * found) / (terms.length - 1);
}
