import { countTokens } from '../models/count-tokens.ts';

export interface Piece {
  text: string;
  tokens: number;
}

/** Where running text may be divided, the best places first: lines, sentences, words. */
const boundaries = [/(?<=\n)/, /(?<=[.!?…]["'”’)\]]{0,2}\s)|(?<=[。！？])/, /(?<=\s)/];

/** Text longer than this many characters a token is larger than the limit without counting. */
const mostCharacters = 16;

/** Divides text into pieces of at most `limit` tokens; joined, they are the text again. */
export function splitText(text: string, limit: number, level = 0): Piece[] {
  if (text.length <= limit * mostCharacters) {
    const tokens = countTokens(text);
    if (tokens <= limit || text.length <= 1) return [{ text, tokens }];
  }
  const boundary = boundaries[level];
  const parts = boundary === undefined ? halve(text) : text.split(boundary);
  if (parts.length === 1) return splitText(text, limit, level + 1);
  return mergePieces(
    parts.flatMap((part) => splitText(part, limit, boundary === undefined ? level : level + 1)),
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

/** Cuts in the middle, not inside a surrogate pair. */
function halve(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(middle - 1));
  const at = isPair && middle < text.length ? middle + 1 : middle;
  return [text.slice(0, at), text.slice(at)].filter((part) => part !== '');
}

/** The last whole sentences of a text within `limit` tokens, or its last words where the last sentence is longer. */
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
