import { createRequire } from 'node:module';
import type * as Tokenizer from 'gpt-tokenizer/encoding/o200k_base';

const require = createRequire(import.meta.url);
let loaded: typeof Tokenizer | undefined;

/** The tokenizer's tables take 76 MB and a quarter of a second, so they are loaded on first use. */
function tokenizer(): typeof Tokenizer {
  loaded ??= require('gpt-tokenizer/encoding/o200k_base') as typeof Tokenizer;
  return loaded;
}

/** True once a text has been counted in this process: from then on counting takes no more memory. */
export function isTokenizerLoaded(): boolean {
  return loaded !== undefined;
}

// Text such as <|endoftext|> is treated as plain text; the tokenizer would refuse it.
const options = { disallowedSpecial: new Set<string>() };

/**
 * Merging is quadratic in the length of an unbroken run: 50,000 repeated letters take seconds, but milliseconds once
 * cut.
 */
const maxRunLength = 128;
/**
 * Number of characters encoded at a time, so that a caller that needs only the first tokens of a long text doesn't wait
 * for the rest.
 */
const maxPieceLength = 16_384;

/**
 * Number of characters after which the tokenizer's cache of merged runs is cleared. A full cache (100,000 runs of at
 * least two characters) searches for its oldest run from the start of its table for each new run: 25 MB of random
 * letters then take twice as long for each megabyte as 1 MB.
 */
const forgetAfter = 200_000;
let remembered = 0;

/** The pieces of a text to encode, one after the other; see `cutRuns`. */
function* takePieces(text: string): Generator<string> {
  for (const piece of cutRuns(text)) {
    remembered += piece.length;
    if (remembered > forgetAfter) {
      tokenizer().clearMergeCache();
      remembered = piece.length;
    }
    yield piece;
  }
}

/**
 * Number of tokens of the text in OpenAI's o200k encoding; long unbroken runs count slightly high. Linear, up to half a
 * second for a megabyte of random letters. For a text of unknown size pass `most`: counting stops there and returns
 * slightly more than that.
 */
export function countTokens(text: string, most = Infinity): number {
  const { countTokens: count } = tokenizer();
  let total = 0;
  for (const piece of takePieces(text)) {
    total += count(piece, options);
    if (total > most) break;
  }
  return total;
}

/** Longest text whose tokens are counted exactly. */
const maxCountedLength = 64 * 1024;
const samples = 32;

/**
 * Number of tokens of a text, estimated from samples if it is long: for usage that the server did not report, and the
 * cost of a prompt.
 */
export function estimateTokens(text: string): number {
  if (text.length <= maxCountedLength) return countTokens(text);
  const length = maxCountedLength / samples;
  const step = (text.length - length) / (samples - 1);
  let total = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    const start = Math.floor(sample * step);
    total += countTokens(text.slice(start, start + length));
  }
  return Math.ceil((total * text.length) / maxCountedLength);
}

/** The text cut to at most that many tokens, never inside a character. Reads no further than that. */
export function cutToTokens(text: string, most: number): string {
  // A token is at least one character, so short texts need no counting.
  if (text.length <= most) return text;
  const { decode, encode } = tokenizer();
  let left = most;
  let kept = '';
  for (const piece of takePieces(text)) {
    const tokens = encode(piece, options);
    if (tokens.length > left) return kept + decode(tokens.slice(0, left)).replace(/\uFFFD+$/u, '');
    left -= tokens.length;
    kept += piece;
  }
  return kept;
}

/**
 * Cuts a text inside a run of letters or spaces that gets too long, and between two runs once a piece is long enough.
 * Looks at each character once: a regular expression would scan a run again from each of its characters.
 */
function* cutRuns(text: string): Generator<string> {
  let start = 0;
  let run = 0;
  let wasSpace = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Keeps the second half of a surrogate pair with the first.
    if (code >= 0xdc00 && code <= 0xdfff) continue;
    const isSpace = code <= 32 || (code >= 127 && spaces.has(code));
    const isNewRun = isSpace !== wasSpace;
    if (run >= maxRunLength || (isNewRun && at - start >= maxPieceLength)) {
      yield text.slice(start, at);
      start = at;
      run = 0;
    } else if (isNewRun) run = 0;
    wasSpace = isSpace;
    run += 1;
  }
  if (start < text.length) yield text.slice(start);
}

/** Spaces beyond ASCII, as in `\s`. */
const spaces = new Set([
  0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029,
  0x202f, 0x205f, 0x3000, 0xfeff,
]);
