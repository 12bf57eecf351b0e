import { countTokens } from '../models/count-tokens.ts';
import { divideBlock } from './divide-block.ts';
import { type Block, parseBlocks } from './parse-blocks.ts';
import { type Piece, takeTail } from './split-text.ts';

export interface ChunkOptions {
  /** Maximum tokens of a chunk. */
  size: number;
  /** Tokens of running text that a chunk repeats from the previous one; at most half a chunk. */
  overlap: number;
  /** Offset in the text at which each page begins. */
  pageStarts?: readonly number[];
}

export interface Chunk {
  content: string;
  /** Never too low: the joints between blocks are counted in full. */
  tokenCount: number;
  /** Page and section where the chunk begins; the section's headings are joined with ` > `. */
  metadata: { page?: number; heading?: string };
}

interface Unit extends Piece {
  kind: Block['kind'];
  start: number;
  heading: string;
  /** Follows the previous unit without a break. */
  continues: boolean;
}

/** A section that fills less than this share of a chunk is merged with the next one. */
const smallSection = 1 / 3;
/**
 * Joined pieces can have slightly more tokens than their sum if a run without spaces was cut, so one part in this many
 * is kept free.
 */
const countingMargin = 32;
/** The maximum token cost of a blank line between two blocks. */
const joinTokens = 1;

/** Divides a document into chunks that follow its structure (recursive: blocks, lines, sentences, words). */
export function chunkText(text: string, options: ChunkOptions): Chunk[] {
  return [...iterateChunks(text, options)];
}

/** The same, one chunk at a time, for callers that let other work run in between. */
export function* iterateChunks(text: string, options: ChunkOptions): Generator<Chunk> {
  const size = options.size - Math.ceil(options.size / countingMargin);
  const overlap = Math.min(options.overlap, Math.floor(size / 2));
  let units: Unit[] = [];
  let tokens = 0;
  for (const unit of readUnits(text, size - joinTokens, overlap)) {
    const isSection = unit.kind === 'heading' && tokens >= size * smallSection;
    if (units.length > 0 && (isSection || tokens + unit.tokens + joinTokens > size)) {
      const carried = takeTrailingHeadings(units);
      if (units.length > 0) yield finishChunk(units, options.pageStarts);
      units = carried.length > 0 ? carried : repeatTail(units.at(-1), unit, overlap);
      tokens = sumTokens(units);
      if (tokens + unit.tokens + joinTokens > size) {
        yield finishChunk(units, options.pageStarts);
        [units, tokens] = [[], 0];
      }
    }
    units.push(unit);
    tokens += unit.tokens + joinTokens;
  }
  if (units.length > 0) yield finishChunk(units, options.pageStarts);
}

/** Running text leaves space for the text repeated before it; tables and fences repeat their first lines instead. */
function* readUnits(text: string, limit: number, overlap: number): Generator<Unit> {
  const path: { level: number; title: string }[] = [];
  let wasCut = false;
  for (const block of parseBlocks(text)) {
    if (block.kind === 'heading') {
      while ((path.at(-1)?.level ?? 0) >= block.level) path.pop();
      path.push({ level: block.level, title: readTitle(block.text) });
    }
    const heading = path.map(({ title }) => title).join(' > ');
    let start = block.start;
    for (const [index, piece] of divideBlock(block, block.kind === 'text' ? limit - overlap : limit).entries()) {
      const continues = block.kind === 'text' && (index > 0 || wasCut);
      if (piece.text.trim() !== '') yield { ...piece, kind: block.kind, start, heading, continues };
      start += piece.text.length;
    }
    wasCut = block.isCut;
  }
}

/**
 * The words of a heading without its marks. No regular expression here: matching trailing marks is quadratic in the
 * number of spaces.
 */
function readTitle(text: string): string {
  const title = text.replace(/^#+\s+/, '').trimEnd();
  let end = title.length;
  while (title[end - 1] === '#') end -= 1;
  return (end < title.length && /\s/.test(title[end - 1] ?? ' ') ? title.slice(0, end) : title).trim();
}

function sumTokens(units: readonly Unit[]): number {
  return units.reduce((sum, { tokens }) => sum + tokens + joinTokens, 0);
}

/** Headings at the end of a chunk belong to the text that follows them. */
function takeTrailingHeadings(units: Unit[]): Unit[] {
  const last = units.findLastIndex(({ kind }) => kind !== 'heading');
  return last < 0 ? [] : units.splice(last + 1);
}

function repeatTail(last: Unit | undefined, next: Unit, overlap: number): Unit[] {
  if (last?.kind !== 'text' || next.kind !== 'text' || overlap === 0) return [];
  const text = takeTail(last.text, overlap);
  return text === '' ? [] : [{ ...last, text, tokens: countTokens(text), continues: false, start: next.start }];
}

function finishChunk(units: readonly Unit[], pageStarts: readonly number[] = []): Chunk {
  const [first] = units;
  let content = '';
  for (const unit of units) {
    const isJoined = unit.continues && content !== '';
    content += content === '' ? unit.text : isJoined ? joinSoftly(content, unit.text) : `\n\n${unit.text}`;
  }
  content = content.trim();
  const section = units.find(({ kind }) => kind !== 'heading') ?? first;
  const page = findPage(pageStarts, first?.start ?? 0);
  return {
    content,
    tokenCount: sumTokens(units),
    metadata: {
      ...(page > 0 ? { page } : {}),
      ...(section === undefined || section.heading === '' ? {} : { heading: section.heading }),
    },
  };
}

function joinSoftly(before: string, text: string): string {
  return /\s/.test(before.at(-1) ?? '') || /^\s/.test(text) ? text : ` ${text}`;
}

/** Number of the page that contains an offset, 0 if there are no pages. */
function findPage(pageStarts: readonly number[], offset: number): number {
  let [low, high] = [0, pageStarts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pageStarts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
