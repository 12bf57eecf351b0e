import { type AnswerKind, hasKind } from '../../../platform/lexicon/answer-forms.ts';
import { kindOfWord } from '../../../platform/lexicon/answer-kinds.ts';
import { foldWord, readWords } from '../../../platform/models/text/words.ts';

/** Shorter words share their beginning with too many others. */
const minLength = 4;
/** Number of different words of a chunk that are compared with the question's. */
const maxWords = 1_500;
/** Similarity of a word that asks for a kind of answer to a text that has one, and of a compound to its parts. */
const ofKind = 0.8;
const ofParts = 0.9;
/** Minimum similarity of the last part of a compound to a word. */
const nearly = 0.5;
const spaced = /^(?!.*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}+$/u;

/** Minimum length of a compound's parts. */
const minPart = 4;
/** Letters between the parts of a compound: "Öffnung-s-zeit". */
const linking = /^(?:s|n|en|es|e)?/u;

/**
 * How similar the text's words are to each of these folded words that its terms lack, 0 to 1: inflections that no
 * stemmer knows ("cancellation" for "cancel"), parts of compounds ("Werkstatt" in "Fahrradwerkstatt"), compounds of two
 * of the words ("Versandkosten" for "Versand kostet"), and words that the text answers without containing them
 * ("Preis" for "15 €").
 */
export function matchLoosely(words: readonly string[], text: string): number[] {
  const kinds = words.map((word) => kindOfWord(word));
  const wanted = words.map((word) => word.length >= minLength && spaced.test(word));
  if (!wanted.includes(true) && kinds.every((kind) => kind === undefined)) return words.map(() => 0);
  const held = [...new Set(readWords(text))].slice(0, maxWords).map(foldSpelling);
  const known = new Map<AnswerKind, boolean>();
  const isAnswered: IsAnswered = (kind) => {
    if (kind === undefined) return false;
    const has = known.get(kind) ?? hasKind(kind, text);
    known.set(kind, has);
    return has;
  };
  return words.map((word, index) => {
    let best = isAnswered(kinds[index]) ? ofKind : 0;
    if (wanted[index] !== true) return best;
    const spelt = foldSpelling(word);
    for (const other of held) best = Math.max(best, compare(spelt, other));
    return Math.max(best, compareParts(spelt, held, isAnswered));
  });
}

/** Whether the text has an answer of this kind. */
type IsAnswered = (kind: AnswerKind | undefined) => boolean;

/** "ß" and "ss" are the same letters on different keyboards. */
const foldSpelling = (word: string): string => foldWord(word).replaceAll('ß', 'ss');

/** The text must have both parts, or what the last part asks for: the amount for "-kosten". */
function compareParts(word: string, held: readonly string[], isAnswered: IsAnswered): number {
  if (word.length < 2 * minPart) return 0;
  for (const other of held) {
    if (other.length < minPart || other.length > word.length - minPart || !word.startsWith(other)) continue;
    const rest = word.slice(other.length);
    const parts = [rest, rest.replace(linking, '')].filter((part) => part.length >= minPart);
    if (parts.some((part) => isAnswered(kindOfWord(part)) || held.some((last) => compare(part, last) >= nearly)))
      return ofParts;
  }
  return 0;
}

function compare(word: string, other: string): number {
  if (other.length < minLength) return 0;
  const [shorter, longer] = word.length < other.length ? [word, other] : [other, word];
  let same = 0;
  while (same < shorter.length && shorter[same] === longer[same]) same += 1;
  const isLong = same >= 0.6 * longer.length;
  if (same >= 5 && isLong) return 0.8;
  if (shorter.length >= 5 && longer.includes(shorter)) return 0.7;
  if (same >= minLength && isLong) return 0.5;
  return same >= 5 ? 0.4 : 0;
}
