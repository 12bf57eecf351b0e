import { splitUnits, type Unit } from '../text/units.ts';
import { splitBlocks } from '../text/blocks.ts';
import { topicStems } from '../text/words.ts';

export interface SummaryWish {
  bullets: boolean;
  /** Number of sentences asked for; null if the text's length decides. */
  sentences: number | null;
}

// Reading more than this takes time without improving the summary.
const maxTextLength = 400_000;
const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Derives the kind of summary from an instruction. */
export function readSummaryWish(instruction: string): SummaryWish {
  const bullets =
    /bullet|\bpoints?\b|\blist\b|takeaways?|key (?:facts?|ideas?|findings?)|highlights|stichpunkt|aufz[äa]hl|points cl|puntos|punti/iu.test(
      instruction,
    );
  const count = new RegExp(
    `\\b(\\d{1,2}|${numbers.join('|')})\\s+(?:[\\p{L}-]+\\s+){0,2}(?:sentences?|bullets?|points?|facts?|ideas?|takeaways?|lines?|s[äa]tze?n?|\\p{L}*punkte?n?|phrases?|frases?|puntos?)`,
    'iu',
  ).exec(instruction)?.[1];
  if (count === undefined) return { bullets, sentences: null };
  const spelt = numbers.indexOf(count.toLowerCase()) + 1;
  return { bullets, sentences: Math.min(20, Math.max(1, spelt || Number(count))) };
}

/**
 * The most important sentences of a text, in their original order and words, as Markdown; empty if the text has no
 * sentence.
 */
export function summarise(text: string, wish: SummaryWish): string {
  const body = text.slice(0, maxTextLength);
  const all = splitUnits(body);
  const units = removeRepeats(all.filter(isProse));
  if (units.length === 0)
    return all
      .slice(0, 5)
      .map((unit) => unit.text)
      .join('\n');
  const wanted = wish.sentences ?? Math.min(7, Math.max(3, Math.round(1 + Math.log2(units.length))));
  const title = splitBlocks(body.slice(0, 2000))[0];
  const chosen = chooseUnits(units, Math.min(wanted, units.length), title?.kind === 'heading' ? title.text : '');
  if (wish.bullets) return chosen.map((unit) => `- ${unit.text}`).join('\n');
  return toParagraphs(chosen);
}

function isProse(unit: Unit): boolean {
  if (unit.kind !== 'sentence' && unit.kind !== 'item') return false;
  const words = unit.text.split(/\s+/u).length;
  // Contents pages, page numbers and addresses are not sentences; for a run without spaces the length decides.
  if (/\.{4,}|(?:\s\.){4,}/u.test(unit.text) || unit.text.length > 700) return false;
  return unit.stems.length >= 3 && (words >= 4 || unit.text.length >= 20);
}

function removeRepeats(units: Unit[]): Unit[] {
  const seen = new Set<string>();
  return units.filter((unit) => {
    const key = unit.stems.join(' ');
    return !seen.has(key) && seen.add(key);
  });
}

/** Picks one unit after another: the most important one that repeats the fewest words of those already picked. */
function chooseUnits(units: Unit[], wanted: number, title: string): Unit[] {
  const scores = scoreUnits(units, title);
  const highest = Math.max(...scores, Number.EPSILON);
  const sets = units.map((unit) => new Set(unit.stems));
  const chosen: number[] = [];
  while (chosen.length < wanted) {
    let best = -1;
    let bestValue = -Infinity;
    for (const [index, score] of scores.entries()) {
      if (chosen.includes(index)) continue;
      const repeats = Math.max(0, ...chosen.map((other) => overlap(sets[index], sets[other])));
      const value = score / highest - 0.7 * repeats - leansOnMissing(units, index, chosen);
      if (value > bestValue) [best, bestValue] = [index, value];
    }
    chosen.push(best);
  }
  return chosen.toSorted((a, b) => a - b).flatMap((index) => units[index] ?? []);
}

function scoreUnits(units: Unit[], title: string): number[] {
  const frequency = new Map<string, number>();
  for (const unit of units) for (const stem of new Set(unit.stems)) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  const titled = new Set(topicStems(title));
  const raw = units.map((unit) => {
    let sum = 0;
    for (const stem of new Set(unit.stems))
      sum += Math.log(1 + (frequency.get(stem) ?? 0)) * (titled.has(stem) ? 1.5 : 1);
    return sum / Math.sqrt(8 + unit.stems.length);
  });
  const highest = Math.max(...raw, Number.EPSILON);
  return raw.map((score, index) => score / highest + rateForm(units, index));
}

/** Reasons for a sentence besides its words: it opens the text or a section, contains figures, or concludes. */
function rateForm(units: Unit[], index: number): number {
  const unit = units[index];
  if (!unit) return 0;
  let bonus = index === 0 ? 0.6 : 0;
  if (index > 0 && unit.heading !== units[index - 1]?.heading) bonus += 0.12;
  if (/\d/u.test(unit.text)) bonus += 0.05;
  if (
    /\b(?:in (?:summary|conclusion|short)|overall|therefore|as a result|most important|key|must|main(?:ly)?|found that|shows? that|conclu)/iu.test(
      unit.text,
    )
  )
    bonus += 0.15;
  if (/\?\s*$/u.test(unit.text)) bonus -= 0.4;
  if (/:\s*$/u.test(unit.text)) bonus -= 0.5;
  if (unit.stems.length > 35) bonus -= 0.2;
  return bonus;
}

/** A sentence that begins with "It" or "However" is unclear without the previous one. */
function leansOnMissing(units: Unit[], index: number, chosen: number[]): number {
  const leans =
    /^(?:it|this|these|those|they|he|she|that|such|however|but|also|so|then|moreover|furthermore|and|or|yet|still|otherwise|for example|er|sie|es|dies|aber|doch|il|elle|cela)\b/iu;
  return leans.test(units[index]?.text ?? '') && index > 0 && !chosen.includes(index - 1) ? 0.35 : 0;
}

function overlap(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): number {
  const smaller = Math.min(a.size, b.size);
  return smaller === 0 ? 0 : a.intersection(b).size / smaller;
}

/**
 * Sentences are joined into paragraphs; list items stay a list; after the first three sentences a new paragraph begins.
 */
function toParagraphs(units: Unit[]): string {
  const sentences = units.filter((unit) => unit.kind === 'sentence').map((unit) => unit.text);
  const items = units.filter((unit) => unit.kind === 'item').map((unit) => `- ${unit.text}`);
  const paragraphs = sentences.length > 4 ? [sentences.slice(0, 3), sentences.slice(3)] : [sentences];
  return [...paragraphs.map((paragraph) => paragraph.join(' ').replace(/(?<=[。！？]) /gu, '')), items.join('\n')]
    .filter(Boolean)
    .join('\n\n');
}
