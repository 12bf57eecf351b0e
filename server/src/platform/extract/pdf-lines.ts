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

/** How many times larger than most of the text a heading is; 0 for a line that is not a heading. */
export function measureHeading(line: PdfLine, bodySize: number): number {
  const ratio = bodySize > 0 ? line.fontSize / bodySize : 1;
  return ratio >= 1.15 ? ratio : 0;
}

/**
 * Drops running titles and page numbers, which would otherwise end up in the middle of sentences: lines that are first
 * or last on three or more pages at the same height, and are either the same except for digits or count the pages.
 * Headings that differ in their digits, like `Model 4711`, are kept, and so is a page's only sentence.
 */
export function dropRunningLines(pages: readonly PdfLine[][], bodySize: number): PdfLine[][] {
  const counts = new Map<string, number>();
  for (const [index, page] of pages.entries()) {
    const keys = new Set([page[0], page.at(-1)].flatMap((line) => describeEdge(line, index, bodySize)));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isRunning = (line: PdfLine | undefined, index: number) =>
    describeEdge(line, index, bodySize).some((key) => (counts.get(key) ?? 0) >= 3);
  return pages.map((page, index) =>
    isSentence(page)
      ? page
      : page.slice(isRunning(page[0], index) ? 1 : 0, isRunning(page.at(-1), index) ? -1 : undefined),
  );
}

/** Whether the page is a single line with more words than a page number has. */
function isSentence([line, ...others]: readonly PdfLine[]): boolean {
  return line !== undefined && others.length === 0 && (line.text.match(/\p{L}+/gu)?.length ?? 0) > 3;
}

function describeEdge(line: PdfLine | undefined, pageIndex: number, bodySize: number): string[] {
  if (line === undefined) return [];
  const height = Math.round(line.y);
  if (measureHeading(line, bodySize) > 0) return [`${height} ${line.text}`];
  const numbers = [/^\d{1,5}\b/.exec(line.text), /\b\d{1,5}$/.exec(line.text)];
  const counted = numbers.flatMap((found) => (found ? [`${height} page+${Number(found[0]) - pageIndex}`] : []));
  return [`${height} ${line.text.replaceAll(/\d+|\b[ivxlc]+\b/g, '#')}`, ...counted];
}
