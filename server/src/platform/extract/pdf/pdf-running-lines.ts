import { measureHeading, type PdfLine } from './pdf-lines.ts';
import { isLine, isTable, type PdfPart } from './pdf-tables.ts';

/** Number of lines at the top and at the bottom of a page that may be running ones. */
const maxRunning = 3;

/**
 * Drops running titles and page numbers, which would otherwise end up in the middle of sentences: the outermost lines of
 * the page that are on three or more pages at the same height, and are either the same or count the pages. The same lines
 * must be apart from the others, and are kept once if they have figures, as a footer may have the only address. Lines that
 * differ in other numbers, like `Model 4711` and `Price: 12 €`, are kept, and so is a page of nothing else.
 */
export function dropRunningLines(pages: readonly PdfPart[][], bodySize: number): PdfPart[][] {
  const counts = new Map<string, number>();
  const edges = pages.map(listEdges);
  for (const [index, lists] of edges.entries()) {
    const keys = new Set(lists.flat().flatMap((line) => describeEdge(line, index, bodySize)));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isFrequent = (key: string): boolean => (counts.get(key) ?? 0) >= 3;
  const isSame = (line: PdfLine): boolean => isFrequent(describeSame(line));
  const kept = new Set<string>();
  return pages.map((page, index) => {
    if (isSentence(page)) return page;
    const lines = page.filter(isLine);
    const isRunning = (line: PdfLine): boolean => describeEdge(line, index, bodySize).some(isFrequent);
    const running = new Set(
      (edges[index] ?? []).flatMap((edge) => takeApart(takeWhile(edge, isRunning), lines, isSame)),
    );
    if (running.size === page.length && lines.some(isSame)) return page;
    const isKept = (line: PdfLine): boolean => isSame(line) && /[\d@]/.test(line.text) && !kept.has(describeSame(line));
    return page.flatMap((part) => {
      if (isTable(part) || !running.has(part)) return [part];
      const isShown = isKept(part);
      kept.add(describeSame(part));
      return isShown ? [{ ...part, isRunning: true }] : [];
    });
  });
}

/** Those of the outermost lines that are apart from the page's other lines; lines that count the pages needn't be. */
function takeApart(
  outer: readonly PdfLine[],
  lines: readonly PdfLine[],
  isSame: (line: PdfLine) => boolean,
): PdfLine[] {
  for (let length = outer.length; length > 0; length -= 1) {
    const taken = outer.slice(0, length);
    const others = lines.filter((line) => !taken.includes(line));
    const isApart = taken.slice(-1).every((inner) => others.every((line) => areApart(inner, line)));
    if (isApart || !taken.some(isSame)) return taken;
  }
  return [];
}

/** Whether more white than between lines of a paragraph is between these, or none, as they are beside each other. */
function areApart(one: PdfLine, other: PdfLine): boolean {
  const step = Math.abs(one.y - other.y);
  const lower = one.y < other.y ? one : other;
  return step < 1 || step - lower.fontSize > one.fontSize * 0.6;
}

/**
 * The lines from the top and from the bottom of the page, and those that it draws first and last. The rows of tables are
 * not among them: a header that each page repeats is needed there.
 */
function listEdges(page: readonly PdfPart[]): PdfLine[][] {
  const lines = page.filter(isLine);
  const sorted = lines.toSorted((a, b) => b.y - a.y);
  return [sorted.slice(0, maxRunning), sorted.slice(-maxRunning).toReversed(), lines.slice(0, 1), lines.slice(-1)];
}

function takeWhile<T>(values: readonly T[], passes: (value: T) => boolean): T[] {
  const end = values.findIndex((value) => !passes(value));
  return values.slice(0, end === -1 ? undefined : end);
}

/** Whether the page is a single line with more words than a page number has. */
function isSentence([part, ...others]: readonly PdfPart[]): boolean {
  if (part === undefined || isTable(part) || others.length > 0) return false;
  return (part.text.match(/\p{L}+/gu)?.length ?? 0) > 3;
}

function describeSame(line: PdfLine): string {
  return `${Math.round(line.y)} ${line.text}`;
}

/** Numbers of a line that may be that of its page. */
const maxNumbers = 6;

function describeEdge(line: PdfLine, pageIndex: number, bodySize: number): string[] {
  const { text } = line;
  const height = Math.round(line.y);
  if (measureHeading(line, bodySize) > 0) return [describeSame(line)];
  // Only a page number, like "– 12 –" or "iv"
  if (/^[^\p{L}\d]*(?:\d{1,5}|[ivxlc]+)[^\p{L}\d]*$/u.test(text)) return [`${height} #`];
  const outer = [/^\d{1,5}\b/.exec(text), /\b\d{1,5}$/.exec(text)];
  const counted = outer.flatMap((found) => (found ? [`${height} page+${Number(found[0]) - pageIndex}`] : []));
  // "Page 3 of 12"
  const inner = [...text.matchAll(/\b\d{1,5}\b/g)].slice(0, maxNumbers).map((found) => {
    const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)];
    return `${height} ${before}+${Number(found[0]) - pageIndex}${after}`;
  });
  return [describeSame(line), `${height} roman ${text.replaceAll(/\b[ivxlc]+\b/g, '#')}`, ...counted, ...inner];
}
