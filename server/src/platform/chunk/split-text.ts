import { countTokens } from '../models/count-tokens.ts';

export interface Piece {
  text: string;
  tokens: number;
}

/** Boundaries at which running text may be divided, best first: lines, sentences, words. */
const boundaries = [/(?<=\n)/, /(?<=[.!?…]["'”’)\]]{0,2}\s)|(?<=[。！？])/, /(?<=\s)(?=\S)/];

/** Text with more characters per token of the limit than this is not counted before it is divided. */
const maxCharacters = 16;
/** Number of characters that are sampled to decide how long the pieces of a run without a boundary may be. */
const sampleLength = 512;
/** Such a run is cut into this many times the pieces that its tokens need, because tokens are not evenly spread. */
const cutMargin = 1.25;

/**
 * Divides text into pieces of at most `limit` tokens; joined, they are the text again. Linear: a character is counted
 * at most once for each kind of boundary, and again in a run that has none.
 */
export function splitText(text: string, limit: number): Piece[] {
  return divide(text, limit, 0);
}

function divide(text: string, limit: number, level: number): Piece[] {
  const tokens = text.length <= limit * maxCharacters ? countTokens(text) : undefined;
  if (tokens !== undefined && (tokens <= limit || text.length <= 1)) return [{ text, tokens }];
  for (let next = level; next < boundaries.length; next += 1) {
    const parts = text.split(boundaries[next] ?? /$/);
    if (parts.length === 1) continue;
    return mergePieces(
      parts.flatMap((part) => divide(part, limit, next + 1)),
      limit,
    );
  }
  const sample = tokens === undefined ? text.slice(0, avoidPair(text, sampleLength)) : text;
  const length = Math.floor((sample.length * limit) / ((tokens ?? countTokens(sample)) * cutMargin));
  return mergePieces(
    cutEvery(text, Math.min(length, Math.ceil(text.length / 2))).flatMap((part) =>
      divide(part, limit, boundaries.length),
    ),
    limit,
  );
}

function mergePieces(pieces: readonly Piece[], limit: number): Piece[] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last && last.tokens + piece.tokens <= limit) {
      last.text += piece.text;
      last.tokens += piece.tokens;
    } else merged.push({ ...piece });
  }
  return merged;
}

/** Cuts every `length` characters, but never inside a surrogate pair. */
function cutEvery(text: string, length: number): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = avoidPair(text, start + Math.max(1, length));
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** The position itself, or one further if it is inside a surrogate pair. */
export function avoidPair(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  return at < text.length && before >= 0xd800 && before <= 0xdbff ? at + 1 : at;
}

/** The last whole sentences of a text within `limit` tokens, or its last words if the last sentence is longer. */
export function takeTail(text: string, limit: number): string {
  for (const boundary of boundaries.slice(1)) {
    const parts = text.trimEnd().split(boundary);
    let tail = '';
    let tokens = 0;
    for (let index = parts.length - 1; index > 0; index -= 1) {
      const part = parts[index] ?? '';
      tokens += countTokens(part);
      if (tokens > limit) break;
      tail = part + tail;
    }
    if (tail.trim() !== '') return tail.trim();
  }
  return '';
}
