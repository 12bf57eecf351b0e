/** One line of a page as it is printed. */
export interface PdfLine {
  text: string;
  x: number;
  y: number;
  right: number;
  fontSize: number;
  isMonospaced: boolean;
}

/** What PDF.js reports about a run of text; `transform` ends with the position of its baseline. */
export interface PdfTextRun {
  str: string;
  transform: readonly number[];
  width: number;
  fontName: string;
  hasEOL: boolean;
}

/** Joins a page's runs into lines, in the order in which the page draws them. */
export function collectLines(runs: readonly PdfTextRun[], isMonospaced: (fontName: string) => boolean): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | undefined;
  let widest = 0;
  for (const run of runs) {
    const [, , c = 0, d = 0, x = 0, y = 0] = run.transform;
    if (run.str.trim() !== '') {
      line ??= { text: '', x, y, right: x, fontSize: 0, isMonospaced: false };
      line.right = Math.max(line.right, x + run.width);
      // The longest run decides the style of its line: superscripts and drop caps don't.
      if (run.str.length > widest) {
        widest = run.str.length;
        line.fontSize = Math.hypot(c, d);
        line.isMonospaced = isMonospaced(run.fontName);
      }
    }
    if (line) line.text += run.str;
    if (run.hasEOL && line) {
      lines.push({ ...line, text: cleanText(line.text) });
      line = undefined;
      widest = 0;
    }
  }
  if (line) lines.push({ ...line, text: cleanText(line.text) });
  return lines;
}

/** The dots of a table of contents mean nothing and cost tokens. */
function cleanText(text: string): string {
  return text.replaceAll(/(?:\s?[.·]){5,}/g, ' …').trim();
}

/**
 * Drops running titles and page numbers, which would otherwise end up in the middle of sentences: lines that are first
 * or last on three or more pages at the same height, and are either the same except for digits or count the pages.
 */
export function dropRunningLines(pages: readonly PdfLine[][]): PdfLine[][] {
  const counts = new Map<string, number>();
  for (const [index, page] of pages.entries()) {
    const keys = new Set([...describeEdge(page[0], index), ...describeEdge(page.at(-1), index)]);
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isRunning = (line: PdfLine | undefined, index: number) =>
    describeEdge(line, index).some((key) => (counts.get(key) ?? 0) >= 3);
  return pages.map((page, index) =>
    page.slice(isRunning(page[0], index) ? 1 : 0, isRunning(page.at(-1), index) ? -1 : undefined),
  );
}

function describeEdge(line: PdfLine | undefined, pageIndex: number): string[] {
  if (line === undefined) return [];
  const height = Math.round(line.y);
  const numbers = [/^\d{1,5}\b/.exec(line.text), /\b\d{1,5}$/.exec(line.text)];
  const counted = numbers.flatMap((found) => (found ? [`${height} page+${Number(found[0]) - pageIndex}`] : []));
  return [`${height} ${line.text.replaceAll(/\d+|\b[ivxlc]+\b/g, '#')}`, ...counted];
}
