import { isStopWord } from './stop-words.ts';
import { stemWord } from './stem.ts';

const words = /[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu;
// Scripts written without spaces between words: only these pay for the dictionary of Intl.Segmenter.
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Lower case, compatibility forms folded, accents removed: what words are compared in. */
function foldText(text: string): string {
  const lower = text.toLowerCase();
  // eslint-disable-next-line no-control-regex -- plain ASCII needs no normalisation, and most text is
  return /^[\u0000-\u007f]*$/u.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .replace(/[\u0300-\u036f]/gu, '')
        .normalize('NFC');
}

/** The words of a text in order, folded; `OPENAI_API_KEY` is three words. */
export function splitWords(text: string): string[] {
  const found: string[] = [];
  for (const [run] of foldText(text).matchAll(words)) {
    if (!spaceless.test(run)) found.push(run);
    else for (const { segment, isWordLike } of segmenter.segment(run)) if (isWordLike) found.push(segment);
  }
  return found;
}

/** Stems of the words that carry a topic, in order, repeats included. */
export function topicStems(text: string): string[] {
  return splitWords(text)
    .filter((word) => !isStopWord(word))
    .map(stemWord);
}
