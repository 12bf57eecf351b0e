import { countTokens } from '../models/count-tokens.ts';
import type { Block } from './parse-blocks.ts';
import { type Piece, splitText } from './split-text.ts';

/**
 * Divides a block into pieces of at most `limit` tokens. Each piece of a table repeats its header, and each piece of a
 * fence is a fence again, so that every chunk can be read by itself.
 */
export function divideBlock(block: Block, limit: number): Piece[] {
  const [first, ...rest] = block.kind === 'table' || block.kind === 'fence' ? [] : splitText(block.text, limit);
  if (first && rest.length === 0) return [first];
  const whole = first ? undefined : countTokens(block.text);
  if (whole !== undefined && whole <= limit) return [{ text: block.text, tokens: whole }];
  if (block.kind === 'table') return divideTable(block.text, limit);
  if (block.kind === 'fence') return divideFence(block.text, limit);
  return first ? [first, ...rest] : [];
}

function divideTable(text: string, limit: number): Piece[] {
  const lines = text.split('\n');
  const hasHeader = /^\|[\s|:-]+\|\s*$/.test(lines[1] ?? '');
  const header = hasHeader ? `${lines.slice(0, 2).join('\n')}\n` : '';
  return divideLines(hasHeader ? lines.slice(2) : lines, limit, header, '');
}

function divideFence(text: string, limit: number): Piece[] {
  const lines = text.split('\n');
  const mark = /^\s*(`+|~+)/.exec(lines[0] ?? '')?.[1] ?? '```';
  const isClosed = lines.length > 1 && lines.at(-1)?.trim() === mark;
  return divideLines(lines.slice(1, isClosed ? -1 : undefined), limit, `${lines[0] ?? mark}\n`, `\n${mark}`);
}

function divideLines(lines: readonly string[], limit: number, head: string, tail: string): Piece[] {
  const frame = countTokens(head) + countTokens(tail);
  // A header that leaves no space for its rows is useless, so it is left out.
  if (frame * 2 > limit) return splitText(lines.join('\n'), limit);
  const rest = limit - frame - 1;
  return splitText(lines.join('\n'), rest).map((piece) => ({
    text: `${head}${piece.text.replace(/\n$/, '')}${tail}`,
    tokens: piece.tokens + frame,
  }));
}
