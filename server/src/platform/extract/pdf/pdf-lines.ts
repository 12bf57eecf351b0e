import type { PdfTextRun } from './pdf-text-run.ts';
import { putInReadingOrder } from './pdf-visual-order.ts';

/** One line of a page as it is printed. */
export interface PdfLine {
  text: string;
  x: number;
  y: number;
  right: number;
  fontSize: number;
  isMonospaced: boolean;
  /** Whether it is on each page, and doesn't belong to the text around it. */
  isRunning?: boolean;
  /** Its parts between gaps that are wider than those between words. */
  spans: PdfSpan[];
}

/** A part of a line that may be the cell of a table. */
export interface PdfSpan {
  text: string;
  x: number;
  right: number;
}

/** The narrowest gap between two cells, in font sizes; justified words may be further apart, but not in the same place. */
const minGap = 0.55;

/** The narrowest space between two words, in font sizes. */
const minSpace = 0.15;

/** Joins a page's runs into lines, in the order in which the page draws them. */
export function collectLines(runs: readonly PdfTextRun[], isMonospaced: (fontName: string) => boolean): PdfLine[] {
  return putInReadingOrder(divideLines(runs)).flatMap((line) => joinRuns(line, isMonospaced) ?? []);
}

function divideLines(runs: readonly PdfTextRun[]): PdfTextRun[][] {
  const lines: PdfTextRun[][] = [];
  let line: PdfTextRun[] = [];
  for (const run of runs) {
    line.push(run);
    if (!run.hasEOL) continue;
    lines.push(line);
    line = [];
  }
  return [...lines, line];
}

/** One line of its runs; undefined if it is blank. */
function joinRuns(runs: readonly PdfTextRun[], isMonospaced: (fontName: string) => boolean): PdfLine | undefined {
  let line: PdfLine | undefined;
  let widest = 0;
  for (const run of runs) {
    const [, , c = 0, d = 0, x = 0, y = 0] = run.transform;
    if (run.str.trim() !== '') {
      line ??= { text: '', x, y, right: x, fontSize: 0, isMonospaced: false, spans: [] };
      const place = { x, right: x + run.width };
      if (isLeftOf(line.spans.at(-1), place, Math.hypot(c, d) * minSpace) && !line.text.endsWith(' ')) line.text += ' ';
      addToSpans(line.spans, run.str, place, Math.hypot(c, d));
      line.x = Math.min(line.x, x);
      line.right = Math.max(line.right, place.right);
      // The longest run decides the style of its line: superscripts and drop caps don't.
      if (run.str.length > widest) {
        widest = run.str.length;
        line.fontSize = Math.hypot(c, d);
        line.isMonospaced = isMonospaced(run.fontName);
      }
    }
    if (line) line.text += run.str;
  }
  if (line === undefined) return undefined;
  return {
    ...line,
    text: cleanText(line.text),
    spans: line.spans.map((span) => ({ ...span, text: cleanText(span.text) })),
  };
}

interface Place {
  x: number;
  right: number;
}

function addToSpans(spans: PdfSpan[], text: string, { x, right }: Place, fontSize: number): void {
  const last = spans.at(-1);
  // The next run is on the left in scripts that are written from the right.
  const gap = last === undefined ? 0 : Math.max(x - last.right, last.x - right);
  if (last === undefined || gap > fontSize * minGap) spans.push({ text: text.trim(), x, right });
  else {
    last.text += (gap > fontSize * minSpace ? ' ' : '') + text.trim();
    last.x = Math.min(last.x, x);
    last.right = Math.max(last.right, right);
  }
}

/** PDF.js reports the spaces of a line only where the next run is on the right. */
function isLeftOf(last: Place | undefined, { right }: Place, distance: number): boolean {
  return last !== undefined && last.x - right > distance;
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
