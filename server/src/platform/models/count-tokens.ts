import { countTokens as count, decode, encode } from 'gpt-tokenizer/encoding/o200k_base';

// Text such as <|endoftext|> is only text here; the tokenizer would refuse it.
const options = { disallowedSpecial: new Set<string>() };

// Merging is quadratic in the length of an unbroken run: 50,000 repeated letters take seconds, cut ones milliseconds.
const longestRun = 128;
const longRuns = new RegExp(`\\S{${longestRun}}(?=\\S)|\\s{${longestRun}}(?=\\s)`, 'gu');

/** Tokens of the text in OpenAI's o200k encoding; long unbroken runs count slightly high. */
export function countTokens(text: string): number {
  let total = 0;
  for (const piece of cutRuns(text)) total += count(piece, options);
  return total;
}

/** The text cut to at most that many tokens, never inside a character. */
export function cutToTokens(text: string, most: number): string {
  // A token is at least one character, so short texts need no counting.
  if (text.length <= most) return text;
  let left = most;
  let kept = '';
  for (const piece of cutRuns(text)) {
    const tokens = encode(piece, options);
    if (tokens.length > left) return kept + decode(tokens.slice(0, left)).replace(/\uFFFD+$/u, '');
    left -= tokens.length;
    kept += piece;
  }
  return kept;
}

function* cutRuns(text: string): Generator<string> {
  let start = 0;
  for (const run of text.matchAll(longRuns)) {
    const end = run.index + run[0].length;
    yield text.slice(start, end);
    start = end;
  }
  if (start < text.length) yield text.slice(start);
}
