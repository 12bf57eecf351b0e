/** A piece of Markdown that reads as one: it is only divided where it is larger than a chunk. */
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
 * A block is handed on once it is this long, so that no step over it takes long: running text goes on in the next
 * block, tables and fences begin again with their first lines.
 */
const longestText = 32_768;

/** Divides Markdown, or plain text, into its blocks. Lists stay with their items; blank lines end everything else. */
export function* parseBlocks(document: string): Generator<Block> {
  let block: Block | undefined;
  let fence = '';
  for (const { line, start } of readLines(document)) {
    if (block?.kind === 'fence') {
      block.text += `\n${line}`;
      if (isClosing(line, fence)) {
        yield block;
        block = undefined;
      } else if (block.text.length > longestText) {
        yield block;
        block = { ...block, text: takeLines(block.text, 1), start };
      }
      continue;
    }
    const kind = classify(line);
    const underline = /^(=|-){3,}\s*$/.exec(line)?.[1];
    if (underline !== undefined && block?.kind === 'text' && !block.text.includes('\n')) {
      yield { ...block, kind: 'heading', level: underline === '=' ? 1 : 2 };
      block = undefined;
    } else if (block && kind === block.kind && block.text.length + line.length < longestText) {
      block.text += `\n${line}`;
    } else if (block?.kind === 'table' && kind === 'table') {
      yield block;
      block = { ...block, text: `${takeLines(block.text, 2)}\n${line}`, start };
    } else {
      if (block) yield { ...block, isCut: kind === 'text' && block.kind === 'text' };
      block = undefined;
      if (kind === 'blank') continue;
      const next = { kind, text: line, start, level: 0, isCut: false };
      if (kind === 'heading') yield { ...next, level: line.indexOf(' ') };
      else if (kind === 'text' && line.length > longestText) yield* cutLine(next);
      else block = next;
      if (kind === 'fence') fence = /^\s*(`+|~+)/.exec(line)?.[1] ?? '';
    }
  }
  if (block) yield block;
}

function takeLines(text: string, count: number): string {
  return text.split('\n', count).join('\n');
}

function classify(line: string): Block['kind'] | 'blank' {
  if (line.trim() === '') return 'blank';
  if (/^#{1,6}\s+\S/.test(line)) return 'heading';
  if (/^\s{0,3}(```|~~~)/.test(line)) return 'fence';
  return /^\|.*\|\s*$/.test(line) ? 'table' : 'text';
}

function isClosing(line: string, fence: string): boolean {
  const trimmed = line.trim();
  return trimmed.length >= fence.length && trimmed === (fence[0] ?? '').repeat(trimmed.length);
}

function* readLines(document: string): Generator<{ line: string; start: number }> {
  let start = 0;
  while (start <= document.length) {
    const end = document.indexOf('\n', start);
    const stop = end < 0 ? document.length : end;
    yield { line: document.slice(start, stop), start };
    start = stop + 1;
  }
}

function* cutLine(block: Block): Generator<Block> {
  let at = 0;
  while (at < block.text.length) {
    const far = at + longestText;
    const space = far < block.text.length ? block.text.lastIndexOf(' ', far) : -1;
    const end = far >= block.text.length ? block.text.length : space > at ? space : far;
    yield { ...block, text: block.text.slice(at, end), start: block.start + at, isCut: end < block.text.length };
    at = end;
  }
}
