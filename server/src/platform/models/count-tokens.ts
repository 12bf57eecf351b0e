import { createRequire } from 'node:module';
import type * as Tokenizer from 'gpt-tokenizer/encoding/o200k_base';

const require = createRequire(import.meta.url);
let loaded: typeof Tokenizer | undefined;

/** Its tables take 76 MB and a quarter of a second, so they are loaded when the first text is counted. */
function tokenizer(): typeof Tokenizer {
  loaded ??= require('gpt-tokenizer/encoding/o200k_base') as typeof Tokenizer;
  return loaded;
}

/** True once a text has been counted in this process: from then on counting takes no more memory. */
export function isTokenizerLoaded(): boolean {
  return loaded !== undefined;
}

// Text such as <|endoftext|> is only text here; the tokenizer would refuse it.
const options = { disallowedSpecial: new Set<string>() };

/** Merging is quadratic in the length of an unbroken run: 50,000 repeated letters take seconds, cut ones milliseconds. */
const maxRunLength = 128;
/** Characters that are encoded together, so that a caller who needs only the first tokens of a long text pays for no more. */
const maxPieceLength = 16_384;

/**
 * Characters after which the tokenizer forgets the runs that it has merged. Full (100,000 runs, none under two
 * characters), its cache looks for the oldest run from the start of its table, for each new run: 25 MB of random letters
 * then take twice as long for each megabyte as 1 MB.
 */
const forgetAfter = 200_000;
let remembered = 0;

/** The pieces of a text to be encoded, one after the other; see `cutRuns`. */
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
 * Tokens of the text in OpenAI's o200k encoding; long unbroken runs count slightly high. Linear, up to half a second for a
 * megabyte of random letters: for a text of unknown size give `most`, past which it stops and returns a little more.
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

/** Longest text whose tokens an estimate counts one by one. */
const maxCountedLength = 64 * 1024;
const samples = 32;

/** Tokens of a text, of a long one by samples of it: for usage that nobody reported, and what a prompt will cost. */
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

/** The text cut to at most that many tokens, never inside a character. Reads no more of it than that. */
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
 * Cuts a text where a run of letters or of spaces gets too long, and between two runs once a piece is long. One look at
 * each character: a regular expression for the same looks at a run again from each of its characters.
 */
function* cutRuns(text: string): Generator<string> {
  let start = 0;
  let run = 0;
  let wasSpace = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // The second half of a pair stays with the first.
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

/** Spaces beyond ASCII, as `\s` knows them. */
const spaces = new Set([
  0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029,
  0x202f, 0x205f, 0x3000, 0xfeff,
]);
