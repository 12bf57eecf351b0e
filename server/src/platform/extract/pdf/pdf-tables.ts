import type { PdfLine, PdfSpan } from './pdf-lines.ts';
import { isRightToLeft } from './pdf-visual-order.ts';

/** Lines that form a grid, as its rows; each row has a cell for each column. */
export interface PdfTable {
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly Column[];
}

/** A line of text, or a table. */
export type PdfPart = PdfLine | PdfTable;

interface Column {
  x: number;
  right: number;
  /** Numbers of the lines that have a part in it. */
  lines: Set<number>;
}

/** With two columns, a line is understood without the grid, as in a list of days and hours, or it is a column of prose. */
const minColumns = 3;
const maxColumns = 32;
const minRows = 3;
/** Minimum share of the columns that lines with several parts fill; other lines are words that are far apart. */
const minFilled = 0.6;
/** What taking a line costs besides comparing its parts. */
const lineCost = 20;
/** Characters of a line by which the direction of a table is found: lines are looked at for each line above them. */
const sampleLength = 60;
/** Maximum lines of a table on one page. */
const maxLines = 200;
/** Comparisons of parts with columns that are left for a document; without any, its remaining lines stay lines. */
export interface TableBudget {
  left: number;
}

/** One or two seconds; a row of eight cells takes 100 of them. */
export const createTableBudget = (): TableBudget => ({ left: 20_000_000 });

export function isTable(part: PdfPart): part is PdfTable {
  return 'rows' in part;
}

export function isLine(part: PdfPart): part is PdfLine {
  return !isTable(part);
}

/** Replaces the lines of each table of a page by the table. */
export function findTables(lines: readonly PdfLine[], budget: TableBudget): PdfPart[] {
  const found: PdfPart[] = [];
  for (let at = 0; at < lines.length;) {
    const taken = takeTable(lines, at, budget);
    if (taken === undefined) {
      found.push(...lines.slice(at, at + 1));
      at += 1;
    } else {
      found.push(taken.table);
      at += taken.length;
    }
  }
  return found;
}

/** The table that begins with this line, and the number of its lines; undefined if there is none. */
function takeTable(
  lines: readonly PdfLine[],
  start: number,
  budget: TableBudget,
): { table: PdfTable; length: number } | undefined {
  const first = lines[start];
  if (first === undefined || first.isMonospaced || first.spans.length < minColumns || budget.left < 0) return undefined;
  const taken: PdfLine[] = [];
  let columns: Column[] = [];
  for (const line of lines.slice(start, start + maxLines)) {
    // More parts than columns: two of them are in one.
    if (line.spans.length > maxColumns) break;
    budget.left -= lineCost + line.spans.length * (columns.length + 1);
    const extended = isNear(first, taken.at(-1) ?? line, line) ? addLine(columns, line.spans, taken.length) : undefined;
    if (extended === undefined) break;
    columns = extended;
    taken.push(line);
  }
  const isFromRight = isRightToLeft(taken.map(({ text }) => text.slice(0, sampleLength)).join(' '));
  columns.sort((a, b) => (isFromRight ? b.x - a.x : a.x - b.x));
  let rows = joinRows(taken, columns);
  // What follows with a distance in a single column is another paragraph.
  while (rows.at(-1)?.length === 1 && rows.at(-1)?.[0] === taken.at(-1) && taken.at(-1)?.spans.length === 1) {
    taken.pop();
    rows = rows.slice(0, -1);
  }
  const wide = taken.filter(({ spans }) => spans.length >= minColumns);
  const filled = wide.reduce((sum, { spans }) => sum + spans.length, 0);
  if (wide.length < minRows || filled < wide.length * columns.length * minFilled) return undefined;
  return { table: { rows: rows.map((row) => toCells(row, columns)), columns }, length: taken.length };
}

/** Maximum distance of two of a table's lines, in font sizes: a cell at the bottom of a high row may be drawn first. */
const maxStep = 8;

/** Whether a line isn't above the table nor far below its last line, and is printed in its size. */
function isNear(first: PdfLine, last: PdfLine, { y, fontSize }: PdfLine): boolean {
  if (y > first.y + 1 || last.y - y > fontSize * maxStep) return false;
  return Math.abs(fontSize - first.fontSize) <= first.fontSize * 0.12;
}

/**
 * The columns with the parts of one more line; undefined if the line isn't one of their table, because then a line had
 * two parts in one column. A line with one or two parts adds no column.
 */
function addLine(columns: readonly Column[], spans: readonly PdfSpan[], number: number): Column[] | undefined {
  let extended = [...columns];
  for (const { x, right } of spans) {
    const met = extended.filter((column) => x < column.right && right > column.x);
    if (met.length === 0 && spans.length < minColumns) return undefined;
    const joined: Column = { x, right, lines: met[0]?.lines ?? new Set() };
    for (const [index, column] of met.entries()) {
      if (column.lines.has(number) || (index > 0 && !joined.lines.isDisjointFrom(column.lines))) return undefined;
      joined.x = Math.min(joined.x, column.x);
      joined.right = Math.max(joined.right, column.right);
      if (index > 0) joined.lines = joined.lines.union(column.lines);
    }
    joined.lines.add(number);
    extended = [...extended.filter((column) => !met.includes(column)), joined];
  }
  return extended.length <= maxColumns ? extended : undefined;
}

/**
 * Groups lines by rows. If some of the distances between lines are clearly larger than the others, those are between
 * rows; otherwise each line with something in the first column is a row, and one with several parts and figures, such as
 * a sum.
 */
function joinRows(lines: readonly PdfLine[], [firstColumn]: readonly Column[]): PdfLine[][] {
  const sorted = lines.toSorted((a, b) => b.y - a.y);
  const size = lines[0]?.fontSize ?? 0;
  const steps = sorted.slice(1).map(({ y }, index) => (sorted[index]?.y ?? y) - y);
  const wholeSteps = steps.filter((step) => step > size * 0.9);
  const large = Math.min(...wholeSteps) * 1.25;
  const isSpaced = wholeSteps.filter((step) => step > large).length >= Math.max(2, wholeSteps.length / 4);
  const rows: PdfLine[][] = [];
  for (const [index, line] of sorted.entries()) {
    const step = steps[index - 1] ?? Number.POSITIVE_INFINITY;
    const isFirst = line.spans.some(({ x, right }) => firstColumn && x < firstColumn.right && right > firstColumn.x);
    const isSum = line.spans.length > 1 && /\d/.test(line.text);
    if (isSpaced ? step > large : step > size / 2 && (isFirst || isSum)) rows.push([line]);
    else if (rows.length === 0) rows.push([line]);
    else rows.at(-1)?.push(line);
  }
  return rows;
}

function toCells(row: readonly PdfLine[], columns: readonly Column[]): string[] {
  const spans = row.flatMap((line) => line.spans);
  return columns.map(({ x, right }) =>
    spans
      .filter((span) => span.x < right && span.right > x)
      .map(({ text }) => text)
      .join(' '),
  );
}
