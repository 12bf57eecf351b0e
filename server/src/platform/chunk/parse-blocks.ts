import { avoidPair } from './split-text.ts';

/** A self-contained piece of Markdown: it is divided only if it is larger than a chunk. */
export interface Block {
  kind: 'heading' | 'text' | 'table' | 'fence';
  text: string;
  /** Offset of the block in the document. */
  start: number;
  /** Headings only. */
  level: number;
  /** The next block continues this one's running text. */
  isCut: boolean;
}

/**
 * A block is passed on once it is this long, so that no step over it takes long: running text continues in the next
 * block, and tables and fences repeat their first lines.
 */
const maxTextLength = 32_768;
/** A longer line is not treated as a heading, because every chunk below a heading repeats it. */
const maxHeading = 300;
/** First lines of a table or fence that are longer than this are not repeated. */
const maxRepeated = 2_048;

/**
 * Divides Markdown or plain text into its blocks. A list stays together with its items; blank lines end everything
 * else.
 */
export function* parseBlocks(document: string): Generator<Block> {
  let block: Block | undefined;
  let fence = '';
  for (const { line, start, isWhole } of readLines(document)) {
    if (block?.kind === 'fence') {
      block.text += `\n${line}`;
      if (isClosing(line, fence)) {
        yield block;
        block = undefined;
      } else if (block.text.length > maxTextLength) {
        yield block;
        block = { ...block, text: repeatLines(block.text, 1, fence), start };
      }
      continue;
    }
    const kind = isWhole ? classify(line) : line.trim() === '' ? 'blank' : 'text';
    const underline = block?.kind === 'text' && isTitle(block.text) ? /^(=|-){3,}\s*$/.exec(line)?.[1] : undefined;
    if (underline !== undefined && block?.kind === 'text') {
      yield { ...block, kind: 'heading', level: underline === '=' ? 1 : 2 };
      block = undefined;
    } else if (block && kind === block.kind && block.text.length + line.length < maxTextLength) {
      block.text += `\n${line}`;
    } else if (block?.kind === 'table' && kind === 'table') {
      yield block;
      block = { ...block, text: joinLines(repeatLines(block.text, 2, ''), line), start };
    } else {
      if (block) yield { ...block, isCut: kind === 'text' && block.kind === 'text' };
      block = undefined;
      if (kind === 'blank') continue;
      const next = { kind, text: line, start, level: 0, isCut: false };
      if (kind === 'heading') yield { ...next, level: line.indexOf(' ') };
      else block = next;
      if (kind === 'fence') fence = /^\s*(`+|~+)/.exec(line)?.[1] ?? '';
    }
  }
  if (block) yield block;
}

/** The first lines, which the next block repeats; `otherwise` if they are too long. */
function repeatLines(text: string, count: number, otherwise: string): string {
  const lines = text
    .slice(0, maxRepeated + 1)
    .split('\n', count)
    .join('\n');
  return lines.length > maxRepeated ? otherwise : lines;
}

function joinLines(before: string, line: string): string {
  return before === '' ? line : `${before}\n${line}`;
}

function isTitle(text: string): boolean {
  return text.length <= maxHeading && !text.includes('\n');
}

function classify(line: string): Block['kind'] | 'blank' {
  if (line.trim() === '') return 'blank';
  if (line.length <= maxHeading && /^#{1,6}\s+\S/.test(line)) return 'heading';
  if (/^\s{0,3}(```|~~~)/.test(line)) return 'fence';
  return /^\|.*\|\s*$/.test(line) ? 'table' : 'text';
}

function isClosing(line: string, fence: string): boolean {
  const trimmed = line.trim();
  return trimmed.length >= fence.length && trimmed === (fence[0] ?? '').repeat(trimmed.length);
}

/** The lines of a document. A line that is too long is split into several, at spaces if it has any. */
function* readLines(document: string): Generator<{ line: string; start: number; isWhole: boolean }> {
  let start = 0;
  while (start <= document.length) {
    const end = document.indexOf('\n', start);
    const stop = end < 0 ? document.length : end;
    const isWhole = stop - start <= maxTextLength;
    while (stop - start > maxTextLength) {
      const far = start + maxTextLength;
      // Only this part is searched: without a space in it, searching the whole document would return to its start for
      // each cut.
      const space = document.slice(start, far + 1).lastIndexOf(' ');
      const cut = space > 0 ? start + space : avoidPair(document, far);
      yield { line: document.slice(start, cut), start, isWhole };
      start = cut;
    }
    yield { line: document.slice(start, stop), start, isWhole };
    start = stop + 1;
  }
}
