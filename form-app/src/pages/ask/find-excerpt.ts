import { findWords } from './split-by-words.ts';

/** A part of a text by its offsets. */
export interface Excerpt {
  start: number;
  end: number;
}

/**
 * The most relevant part of a text for a question, at most `length` characters: where most of its words are close
 * together, with more weight on rare ones. The beginning if none of them occurs.
 */
export function findExcerpt(text: string, question: string, length: number): Excerpt {
  if (text.length <= length) return { start: 0, end: text.length };
  const hits = findHits(text, question);
  let best = { weight: 0, start: 0, end: 0 };
  for (const [index, first] of hits.entries()) {
    const seen = new Set<string>();
    let [weight, end] = [0, first.end];
    for (const hit of hits.slice(index)) {
      if (hit.end - first.start > length * 0.8) break;
      end = hit.end;
      // A repeated word adds a little: the text is still about the same thing.
      weight += seen.has(hit.word) ? hit.weight / 10 : hit.weight;
      seen.add(hit.word);
    }
    if (weight > best.weight) best = { weight, start: first.start, end };
  }
  const before = Math.max(0, Math.floor((length - (best.end - best.start)) / 2));
  const start = breakBefore(text, Math.max(0, Math.min(best.start - before, text.length - length)), best.start);
  return { start, end: breakAfter(text, Math.min(text.length, start + length), best.end) };
}

interface Hit {
  word: string;
  start: number;
  end: number;
  /** 1 for a word that occurs once here, less for each other occurrence. */
  weight: number;
}

function findHits(text: string, question: string): Hit[] {
  const words = findWords(question);
  if (words.length === 0) return [];
  const found = [...text.matchAll(new RegExp(words.join('|'), 'giu'))].map((match) => ({
    word: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const counts = new Map<string, number>();
  for (const { word } of found) counts.set(word, (counts.get(word) ?? 0) + 1);
  const hits = found.map((hit) => ({ ...hit, weight: 1 / (counts.get(hit.word) ?? 1) }));
  // Words that occur everywhere (mostly articles) don't help to find the place.
  const heaviest = Math.max(...hits.map(({ weight }) => weight), 0);
  return hits.filter(({ weight }) => weight * 5 >= heaviest);
}

/** The nearest beginning of a line, a sentence or a word at or behind `from`, but not behind `latest`. */
function breakBefore(text: string, from: number, latest: number): number {
  if (from === 0) return 0;
  const part = text.slice(from, latest);
  for (const border of [/\n+/, /[.!?。！？]\s*/, /\s+/]) {
    const match = border.exec(part);
    if (match !== null) return from + match.index + match[0].length;
  }
  return from;
}

/** The nearest end of a word at or before `to`, but not before `earliest`. */
function breakAfter(text: string, to: number, earliest: number): number {
  if (to === text.length) return to;
  const space = text.slice(earliest, to).search(/\s\S*$/);
  return space === -1 ? to : earliest + space;
}
