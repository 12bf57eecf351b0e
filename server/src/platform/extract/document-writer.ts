import { ExtractionError } from './extraction-error.ts';
import { extractionLimits } from './extraction-limits.ts';

/** The style of extracted text: plain, or with Markdown's headings, lists and tables. */
export type TextStyle = 'text' | 'markdown';

/**
 * Collects a document block by block and counts its size, so that a reader that produces endless text stops at the
 * limit instead of filling the memory.
 */
export class DocumentWriter {
  readonly #style: TextStyle;
  readonly #parts: string[] = [];
  #length = 0;
  readonly #pageStarts: number[] = [];
  #tableWidth = 0;

  constructor(style: TextStyle) {
    this.#style = style;
  }

  heading(level: number, text: string): void {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    if (line === '') return;
    this.#block(this.#style === 'markdown' ? `${'#'.repeat(Math.min(Math.max(level, 1), 6))} ${line}` : line);
  }

  paragraph(text: string): void {
    const trimmed = trimLines(text);
    if (trimmed !== '') this.#block(this.#style === 'markdown' ? escapeBlockMarks(trimmed) : trimmed);
  }

  /** One item of a list; consecutive items stay together. `marker` is `-` or `1.`. */
  listItem(depth: number, marker: string, text: string, continues: boolean): void {
    const trimmed = trimLines(text);
    if (trimmed === '') return;
    const indent = '  '.repeat(Math.min(Math.max(depth, 0), 12));
    const line = `${indent}${marker} ${trimmed.replaceAll('\n', `\n${indent}  `)}`;
    if (continues) this.#append(`\n${line}`);
    else this.#block(line);
  }

  /** Paragraphs before all others; only for documents without pages. */
  insertFirst(texts: readonly string[]): void {
    const written = this.#parts.splice(0);
    this.#length = 0;
    for (const text of texts) this.paragraph(text);
    const rest = written.join('');
    if (rest !== '') this.#block(rest);
  }

  /** Text that is already in the wanted style. */
  raw(text: string): void {
    const trimmed = text.trim();
    if (trimmed !== '') this.#block(trimmed);
  }

  /** Begins a table; its first row is the header. */
  startTable(header: readonly string[]): void {
    this.#tableWidth = header.length;
    if (this.#style === 'text') return this.#block(header.map(flattenCell).join('\t'));
    this.#block(`${markdownRow(header)}\n|${' --- |'.repeat(Math.max(header.length, 1))}`);
  }

  /** Adds a row to the current table; shorter rows are padded (up to `maxPadding`), longer ones keep all their cells. */
  tableRow(cells: readonly string[]): void {
    if (this.#style === 'text') return this.#append(`\n${cells.map(flattenCell).join('\t')}`);
    this.#append(`\n${markdownRow(cells, Math.max(cells.length, this.#tableWidth))}`);
  }

  /** Marks the beginning of the next page. */
  startPage(): void {
    this.#pageStarts.push(this.#length === 0 ? 0 : this.#length + 2);
  }

  get length(): number {
    return this.#length;
  }

  finish(): { text: string; pageStarts: number[] } {
    return { text: this.#parts.join(''), pageStarts: this.#pageStarts };
  }

  #block(text: string): void {
    this.#append(this.#length === 0 ? text : `\n\n${text}`);
  }

  #append(marked: string): void {
    // They only say where a word may be divided, and would divide it for the search.
    const text = marked.replaceAll('\u00ad', '');
    this.#length += text.length;
    if (this.#length > extractionLimits.textLength) throw new ExtractionError('too_large');
    this.#parts.push(text);
  }
}

/** Maximum empty cells at the end of a row; GFM adds those that are missing. All of them could be far more than the text. */
const maxPadding = 64;

/** Most cells of a sheet whose rows reach far to the right are empty. */
function markdownRow(cells: readonly string[], width = cells.length): string {
  let row = '|';
  let empty = 0;
  for (const cell of cells) {
    const text = flattenCell(cell);
    if (text === '') empty += 1;
    else {
      row += `${'  |'.repeat(empty)} ${text.replaceAll('|', '\\|')} |`;
      empty = 0;
    }
  }
  const missing = Math.max(width, 1) - cells.length;
  return row + '  |'.repeat(Math.min(empty + missing, maxPadding));
}

function flattenCell(text: string): string {
  return text === '' ? '' : text.replaceAll(/\s+/g, ' ').trim();
}

function trimLines(text: string): string {
  return text
    .replaceAll('\r', '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Escapes a line of running text that begins like a heading, a fence or a table row. */
function escapeBlockMarks(text: string): string {
  return text.replaceAll(/^(#{1,6}\s|```|~~~|\|)/gm, String.raw`\$1`);
}
