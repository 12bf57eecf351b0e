import type { DocumentWriter } from '../document-writer.ts';
import { measureHeading, type PdfLine } from './pdf-lines.ts';
import { isLine, isTable, type PdfPart, type PdfTable } from './pdf-tables.ts';
import { isRightToLeft } from './pdf-visual-order.ts';

/** Font size of most of the text; larger text is a heading. */
export function findBodySize(pages: readonly PdfLine[][]): number {
  const lengths = new Map<number, number>();
  for (const line of pages.flat()) {
    const size = Math.round(line.fontSize * 2) / 2;
    lengths.set(size, (lengths.get(size) ?? 0) + line.text.length);
  }
  let [bodySize, most] = [0, 0];
  for (const [size, length] of lengths) if (length > most) [bodySize, most] = [size, length];
  return bodySize;
}

/** Writes each page's lines as paragraphs and headings, distinguished by white space and font size, and its tables. */
export function writePages(pages: readonly PdfPart[][], bodySize: number, writer: DocumentWriter): void {
  let open: PdfTable | undefined;
  for (const parts of pages) {
    writer.startPage();
    open = writePage(parts, bodySize, writer, open);
  }
}

/** Writes a page and returns the table with which it ends. `open` is the one with which the page before it ended. */
function writePage(
  parts: readonly PdfPart[],
  bodySize: number,
  writer: DocumentWriter,
  open: PdfTable | undefined,
): PdfTable | undefined {
  const leading = findLeading(parts);
  const isFull = createIsFull(parts.filter(isLine));
  let paragraph: PdfLine[] = [];
  const close = (): void => {
    writeParagraph(paragraph, bodySize, isFull, writer);
    paragraph = [];
  };
  let table: PdfTable | undefined;
  let continued = open;
  for (const part of parts) {
    if (isTable(part)) {
      close();
      table = writeTable(part, writer, continued);
      continued = undefined;
      continue;
    }
    if (part.isRunning !== true) {
      table = undefined;
      continued = undefined;
    }
    const last = paragraph.at(-1);
    if (last && startsParagraph(last, part, leading)) close();
    paragraph.push(part);
  }
  close();
  return table;
}

/** Writes a table and returns it with its header, which on a later page is that of `open`. */
function writeTable(table: PdfTable, writer: DocumentWriter, open: PdfTable | undefined): PdfTable {
  const isContinued =
    open !== undefined &&
    open.columns.length === table.columns.length &&
    !namesColumns(table) &&
    open.columns.every(({ x, right }, index) => {
      const column = table.columns[index];
      return column !== undefined && column.x < right && column.right > x;
    });
  const [header = [], ...others] = isContinued ? [open.rows[0] ?? [], ...table.rows] : table.rows;
  // Numbers are seldom names of columns: then the table has none.
  const hasHeader = isContinued || header.every((cell) => /\p{L}/u.test(cell) || cell === '');
  writer.startTable(hasHeader ? header : header.map(() => ''));
  for (const row of hasHeader ? others : table.rows)
    if (row.join('|') !== header.join('|') || !hasHeader) writer.tableRow(row);
  return { ...table, rows: [hasHeader ? header : header.map(() => '')] };
}

/** Whether a table has a header of its own: words above figures. */
function namesColumns({ rows: [first = [], ...others] }: PdfTable): boolean {
  return (
    first.every((cell) => /\p{L}/u.test(cell) && !/\d/.test(cell)) &&
    first.some((_, column) => others.every((row) => /\d/.test(row[column] ?? '')))
  );
}

type IsFull = (line: PdfLine) => boolean;

/** Whether a line reaches the margin at which lines of the page end: on the left if it is written from the right. */
function createIsFull(lines: readonly PdfLine[]): IsFull {
  const right = lines.reduce((most, line) => Math.max(most, line.right), 0);
  const left = lines.reduce((least, { x }) => Math.min(least, x), right);
  return (line) => (isRightToLeft(line.text) ? right - line.x >= (right - left) * 0.8 : line.right >= right * 0.8);
}

/** The usual distance of two baselines on the page: the median of the downward steps. */
function findLeading(parts: readonly PdfPart[]): number {
  const steps: number[] = [];
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    if (before === undefined || isTable(before) || isTable(part)) continue;
    const step = before.y - part.y;
    if (step > 0.5) steps.push(step);
  }
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 12;
}

function startsParagraph(last: PdfLine, line: PdfLine, leading: number): boolean {
  if (last.isRunning !== line.isRunning) return true;
  if (Math.abs(last.fontSize - line.fontSize) > last.fontSize * 0.12) return true;
  const step = last.y - line.y;
  // A step upwards is the next column: the sentence continues unless it has ended.
  if (step < -leading) return /[.!?:]["')\]]?$/.test(last.text);
  return step > Math.max(leading, last.fontSize) * 1.35;
}

function writeParagraph(lines: readonly PdfLine[], bodySize: number, isFull: IsFull, writer: DocumentWriter): void {
  const [first] = lines;
  if (first === undefined) return;
  const text = joinLines(lines, isFull);
  const ratio = measureHeading(first, bodySize);
  if (ratio > 0 && text.length <= 200 && /\p{L}/u.test(text)) {
    writer.heading(ratio >= 1.7 ? 1 : ratio >= 1.35 ? 2 : 3, text);
  } else {
    writer.paragraph(text);
  }
}

/** A line that reaches the margin continues in the next; a shorter one was broken on purpose. */
function joinLines(lines: readonly PdfLine[], isFull: IsFull): string {
  // In pieces, because looking at the end of a growing string copies all of it.
  const pieces: string[] = [];
  let last: PdfLine | undefined;
  for (const line of lines) {
    if (last !== undefined) {
      const hyphenated = last.isMonospaced ? undefined : cutHyphen(last.text, line.text);
      if (hyphenated === undefined) pieces.push(!last.isMonospaced && isFull(last) ? ' ' : '\n');
      else pieces.splice(-1, 1, hyphenated);
    }
    pieces.push(line.text);
    last = line;
  }
  return pieces.join('');
}

/** "Vor- und Nachteile": the hyphen replaces the rest of the word. */
const conjunction = /^(?:und|oder|bzw|sowie|bis|en|of|and|or|to|et|ou)(?!\p{L})/u;

/** A line as it is before the next if it ends with a hyphen within a word, else undefined. */
function cutHyphen(text: string, next: string): string | undefined {
  if (text.endsWith('\u00ad')) return text.slice(0, -1);
  if (!/\p{L}[-\u2010]$/u.test(text) || conjunction.test(next)) return undefined;
  if (/^\p{Ll}/u.test(next)) return text.slice(0, -1);
  // "E-Mail"
  return /^\p{Lu}\p{Ll}/u.test(next) ? text : undefined;
}
