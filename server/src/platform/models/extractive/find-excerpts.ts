import { isWeekday, kindOfQuestion, kindOfWord } from '../../lexicon/answer-kinds.ts';
import { mayBeOfHoliday, namesHoliday, removeHoliday } from '../../lexicon/holidays.ts';
import { detectLanguage } from '../../lexicon/languages.ts';
import { hasOtherTopic } from '../../lexicon/own-place.ts';
import { locateQuote } from '../locate-quote.ts';
import { queryTerms, rateUnits } from '../text/rate-units.ts';
import { chooseReading, type Reading } from '../text/reading.ts';
import { splitUnits, type Unit } from '../text/units.ts';
import { splitWords, topicStems } from '../text/words.ts';
import { asksOfOther } from './asks-of-other.ts';
import { expandExcerpt } from './expand-excerpt.ts';
import type { Source } from './source.ts';

export interface Excerpt {
  source: Source;
  /** Markdown, in the source's own words. */
  text: string;
  /**
   * The excerpt exactly as it is in the source; if it isn't one contiguous part of it, like a row with its table's
   * header, the unit that answers. At most 600 characters.
   */
  quote: string | undefined;
  heading: string;
  /** Share of the question's weight that the excerpt covers, 0 to 1. */
  coverage: number;
}

interface Candidate {
  source: Source;
  units: Unit[];
  index: number;
  coverage: number;
  own: number;
  /** Whether its heading is the question. */
  isAsked: boolean;
  score: number;
}

const maxExcerpts = 3;
// Maximum characters of all excerpts together.
const maxAnswerLength = 1300;
const maxQuoteLength = 600;
/** Below this share of the question's words an excerpt is offered with a caveat, and alone. */
export const doubtful = 0.6;
// From this relevance on, which is that of a reply, the search is more reliable than the words of single sentences,
// which are matched with English stems.
const related = 0.15;
// A passage with this relevance is quoted even if it shares no word with the question: because of its meaning, or an
// earlier question.
const surelyRelated = 0.4;
// Weight of the search score of the whole passage relative to the words of one sentence.
const passageWeight = 2;
/**
 * Penalty of a source for each source that the search ranked higher, because the search's order is right more often
 * than the words.
 */
const placeWeight = 0.5;
/** The section whose heading is the question answers it better than another with the same words. */
const headingBonus = 1;
/** Its beginning is the answer: a table, or a sentence that doesn't repeat the heading's words. */
const beginningBonus = 0.7;

/**
 * The pieces of the sources that answer the question, best first; empty if nothing fits. `own` is the question without
 * the earlier ones that complete it; `answers` is false for the texts of units that can't be an answer.
 */
export function findExcerpts(
  sources: Source[],
  question: string,
  own = question,
  answers: (text: string) => boolean = () => true,
): Excerpt[] {
  const reading = chooseReading(sources.map(({ content }) => content));
  if (asksForHolidayHours(own, question, reading)) return quoteHoliday(sources, question, own, reading, answers);
  if (!asksOfOther(sources, question, reading)) return quoteBest(sources, question, own, reading, answers);
  const nearest = findRelated(sources);
  // The search may know the subject in other words, or its other passages have that price: never without a caveat.
  return nearest === undefined
    ? []
    : quoteBest([nearest], question, own, reading, answers).map((excerpt) => ({ ...excerpt, coverage: 0 }));
}

/** Whether it is open on a holiday; "and on Mondays?" no longer asks for the holiday of the question before. */
function asksForHolidayHours(own: string, question: string, { language }: Reading): boolean {
  const asked = namesHoliday(own) || !splitWords(own).some(isWeekday) ? question : own;
  if (!namesHoliday(asked)) return false;
  if (splitWords(asked).some((word) => kindOfWord(word) === 'hours')) return true;
  // "When will my Christmas order arrive?" asks for no hours.
  const askedIn = detectLanguage(asked, language) ?? language;
  return kindOfQuestion(asked) === 'hours' && !hasOtherTopic(removeHoliday(asked), askedIn);
}

/** What is said of holidays, or below the name of one. */
function quoteHoliday(
  sources: Source[],
  question: string,
  own: string,
  reading: Reading,
  answers: (text: string) => boolean,
): Excerpt[] {
  const best = quoteBest(sources, question, own, reading, (text) => answers(text) && mayBeOfHoliday(text));
  if (best.length > 0) return best;
  const named = sources.filter(({ passage }) => namesHoliday(`${passage?.title ?? ''}\n${passage?.heading ?? ''}`));
  const below = quoteBest(named, question, own, reading, answers);
  // "Closed on public holidays" has no word of "Open on Good Friday?".
  return below.length > 0 ? below : quoteFirst(sources, (text) => answers(text) && namesHoliday(text));
}

/** The excerpts of `findExcerpts`, also if the sources don't mention what is asked for. */
function quoteBest(
  sources: Source[],
  question: string,
  own: string,
  reading: Reading,
  answers: (text: string) => boolean,
): Excerpt[] {
  const candidates = rateSources(sources, question, own, reading)
    .filter(({ units, index }) => answers(withHeading(units[index])))
    .toSorted((a, b) => b.score - a.score);
  const best = candidates[0];
  if (!best || !fits(best, queryTerms(question, reading).length)) return leadOfRelated(sources, answers);
  const excerpts: Excerpt[] = [];
  const used = new Set<string>();
  let length = 0;
  for (const candidate of candidates) {
    // A piece near the terms may come first, but not after a better one, unless it begins another section about them.
    const isFollowing =
      beginsAskedSection(candidate, excerpts) || (candidate.own > 0 && candidate.own >= best.own * 0.7);
    if (excerpts.length > 0 && !isFollowing) continue;
    if (excerpts.length === maxExcerpts || candidate.score < best.score * 0.85) break;
    const { text, units } = expandExcerpt(candidate.units, candidate.index, question, own, reading);
    // Chunks overlap, so the same sentence may occur in two of them.
    if (units.some((unit) => used.has(unit.text))) continue;
    length += text.length;
    if (excerpts.length > 0 && (length > maxAnswerLength || best.coverage < doubtful)) break;
    for (const unit of units) used.add(unit.text);
    excerpts.push(toExcerpt(candidate, text, units));
  }
  return excerpts;
}

/** Whether it is the first of a section whose heading is the question, and which nothing was quoted from yet. */
function beginsAskedSection({ isAsked, units, index }: Candidate, excerpts: readonly Excerpt[]): boolean {
  const heading = units[index]?.heading;
  return isAsked && isFirst(units, index) && excerpts.every((excerpt) => excerpt.heading !== heading);
}

/** Whether a section begins with the unit. */
function isFirst(units: readonly Unit[], index: number): boolean {
  return index === 0 || units[index - 1]?.heading !== units[index]?.heading;
}

function toExcerpt(
  { source: whole, units: all, index, coverage }: Candidate,
  text: string,
  units: readonly Unit[],
): Excerpt {
  const source = choosePart(whole, units);
  const found = all[index];
  const located =
    locateQuote(source.content, text) ?? locateUnit(source.content, found) ?? locateUnit(source.content, units[0]);
  const quote = located === undefined || located.length > maxQuoteLength ? undefined : located;
  return { source, text, quote, heading: found?.heading ?? '', coverage };
}

/** If a source consists of several passages, the one in which the excerpt begins. */
function choosePart(source: Source, [first]: readonly Unit[]): Source {
  const passage = source.parts?.find(({ content }) => first !== undefined && locateQuote(content, first.text));
  return passage === undefined ? source : { content: passage.content, passage };
}

function locateUnit(content: string, unit: Unit | undefined): string | undefined {
  return unit === undefined ? undefined : locateQuote(content, unit.text);
}

function rateSources(sources: Source[], question: string, ownQuestion: string, reading: Reading): Candidate[] {
  const cut = sources.map((source) => ({ source, units: splitUnits(source.content, reading.stem) }));
  // Rated together, so that the rarity of a term counts over all sources.
  const all = cut.flatMap(({ source, units }, number) =>
    units.map((unit) => ({
      ...unit,
      block: number * 1_000_000 + unit.block,
      title: `${source.passage?.title ?? ''} ${source.passage?.heading ?? ''}`,
    })),
  );
  const ratings = rateUnits(all, question, ownQuestion, reading);
  const asked = queryTerms(question, reading);
  let next = 0;
  return cut.flatMap(({ source, units }, place) =>
    units.map((unit, index) => {
      const { coverage, own, score } = ratings[next++] ?? { coverage: 0, own: 0, score: 0 };
      const isAsked = asks(unit.heading === '' ? headingAbove(source) : unit.heading, asked, reading);
      const bonus = isAsked ? headingBonus + (isFirst(units, index) ? beginningBonus : 0) : 0;
      const whole = score + (source.passage?.score ?? 0) * passageWeight - place * placeWeight + bonus;
      return { source, units, index, coverage, own, isAsked, score: coverage === 0 ? 0 : whole };
    }),
  );
}

/** The heading of the section in which a source begins, which its own text may not repeat. */
function headingAbove({ passage, parts }: Source): string {
  return (parts?.[0] ?? passage)?.heading?.split(' > ').at(-1) ?? '';
}

/** Whether a heading is equivalent to the question: it has all of the question's terms, and few others. */
function asks(heading: string, asked: readonly string[], { language, stem }: Reading): boolean {
  const stems = new Set(topicStems(heading, language, stem));
  return stems.size > 0 && stems.size <= asked.length + 2 && asked.every((term) => stems.has(term));
}

/** Long questions have many words that matter little, so a smaller share of them has to match. */
function fits(best: Candidate, terms: number): boolean {
  if (best.score > 0 && (best.source.passage?.score ?? 0) >= related) return true;
  return best.score > 0 && best.coverage >= (terms >= 5 ? 0.2 : 0.3);
}

/** The source that the search found the most relevant, if it is surely related to the question. */
function findRelated(sources: readonly Source[]): Source | undefined {
  const [top] = sources.toSorted((a, b) => (b.passage?.score ?? 0) - (a.passage?.score ?? 0));
  return (top?.passage?.score ?? 0) < surelyRelated ? undefined : top;
}

/** Of the unit alone: the sentences around it may be about something else, such as where to park. */
function withHeading(unit: Unit | undefined): string {
  return `${unit?.heading ?? ''}\n${unit?.text ?? ''}`;
}

/** The first unit that answers, with a caveat, although it has no word of the question. */
export function quoteFirst(sources: Source[], answers: (text: string) => boolean): Excerpt[] {
  for (const source of sources) {
    const units = splitUnits(source.content);
    const index = units.findIndex((unit) => answers(withHeading(unit)));
    if (index < 0) continue;
    const { text, units: taken } = expandExcerpt(units, index, '');
    return [toExcerpt({ source, units, index, coverage: 0, own: 0, isAsked: false, score: 0 }, text, taken)];
  }
  return [];
}

function leadOfRelated(sources: Source[], answers: (text: string) => boolean): Excerpt[] {
  const top = findRelated(sources);
  if (top === undefined) return [];
  const units = splitUnits(top.content);
  if (units.length === 0 || !answers(withHeading(units[0]))) return [];
  const { text, units: taken } = expandExcerpt(units, 0, '');
  return [toExcerpt({ source: top, units, index: 0, coverage: 0, own: 0, isAsked: false, score: 0 }, text, taken)];
}
