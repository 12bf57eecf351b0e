import type { Tokens } from 'marked';
import { isImage, plainLook, type Run, toInlines } from './inline-runs.ts';
import type { Line } from './lay-out.ts';
import { colors, type Frame, type PageWriter } from './page-writer.ts';

const size = 9;
const padding = { x: 6, y: 4 } as const;
const narrowest = 36;

/**
 * Draws a table. A row taller than a page is cut. Its header is repeated on each page unless it is taller than half of a
 * page, which would leave no space for the rows.
 */
export function drawTable(page: PageWriter, table: Tokens.Table, frame: Frame): void {
  const header = table.header.map((cell) => toRuns(cell, true));
  const rows = table.rows.map((row) => row.map((cell) => toRuns(cell, false)));
  const widths = chooseWidths(page, [header, ...rows], frame.width);
  const lay = (cells: readonly Run[][]): Line[][] =>
    cells.map((runs, column) => page.layOut(runs, (widths[column] ?? 0) - 2 * padding.x, size));
  const style = { widths, frame, align: table.align };
  const head = lay(header);
  const isRepeated = rowHeight(page, head) <= page.pageHeight / 2;
  const drawHead = (): void => drawRow(page, head, { ...style, isHead: true });
  const drawInParts = (cells: readonly Line[][], isHead: boolean): void => {
    let rest = cells;
    while (rest.some((cell) => cell.length > 0)) {
      const linesLeft = Math.floor((page.bottom - page.y - 2 * padding.y) / page.lineHeight(size));
      const needed = Math.max(...rest.map((cell) => cell.length));
      // A short row moves to the next page as a whole.
      if (linesLeft < 1 || (needed > linesLeft && needed <= 6)) {
        page.newPage();
        if (isRepeated) drawHead();
        continue;
      }
      drawRow(
        page,
        rest.map((cell) => cell.slice(0, linesLeft)),
        { ...style, isHead },
      );
      rest = rest.map((cell) => cell.slice(linesLeft));
    }
  };
  if (isRepeated) {
    page.ensure(2 * rowHeight(page, head));
    drawHead();
  } else {
    drawInParts(head, true);
  }
  for (const row of rows) drawInParts(lay(row), false);
}

function toRuns(cell: Tokens.TableCell, isHead: boolean): Run[] {
  return toInlines(cell.tokens, { ...plainLook, bold: isHead }).map((inline) =>
    isImage(inline) ? { ...plainLook, italic: true, text: inline.alt } : inline,
  );
}

/** Column widths in proportion to their longest text, scaled to the frame. */
function chooseWidths(page: PageWriter, rows: readonly Run[][][], width: number): number[] {
  const columns = rows[0]?.length ?? 0;
  const wanted = Array.from({ length: columns }, (_, column) => {
    const longest = Math.max(
      ...rows.map((row) => {
        const [line = []] = page.layOut(row[column] ?? [], 10_000, size);
        return line.reduce((sum, piece) => sum + piece.width, 0);
      }),
    );
    return Math.max(narrowest, longest + 2 * padding.x);
  });
  const total = wanted.reduce((sum, one) => sum + one, 0);
  if (total <= width) return wanted;
  // Short columns keep their width, and the long ones share the rest.
  const share = width / columns;
  const short = wanted.filter((one) => one <= share).reduce((sum, one) => sum + one, 0);
  const long = total - short;
  return wanted.map((one) => (one <= share ? one : (one / long) * (width - short)));
}

function rowHeight(page: PageWriter, cells: readonly (readonly Line[])[]): number {
  return Math.max(1, ...cells.map((lines) => lines.length)) * page.lineHeight(size) + 2 * padding.y;
}

interface RowStyle {
  readonly widths: readonly number[];
  readonly frame: Frame;
  readonly isHead: boolean;
  readonly align: Tokens.Table['align'];
}

function drawRow(page: PageWriter, cells: readonly (readonly Line[])[], style: RowStyle): void {
  const { widths, frame, isHead, align } = style;
  const height = rowHeight(page, cells);
  const total = widths.reduce((sum, width) => sum + width, 0);
  page.drawBars(frame, height);
  if (isHead) page.doc.rect(frame.x, page.y, total, height).fill(colors.shade);
  let { x } = frame;
  for (const [column, lines] of cells.entries()) {
    const width = widths[column] ?? 0;
    for (const [index, line] of lines.entries()) {
      const slack = width - 2 * padding.x - line.reduce((sum, piece) => sum + piece.width, 0);
      const shift = align[column] === 'right' ? slack : align[column] === 'center' ? slack / 2 : 0;
      const y = page.y + padding.y + index * page.lineHeight(size);
      page.drawLine(line, { x: x + padding.x + Math.max(0, shift), y, size, color: frame.color });
    }
    page.doc.rect(x, page.y, width, height).lineWidth(0.6).stroke(colors.rule);
    x += width;
  }
  page.y += height;
}
