import type { DocumentWriter } from './document-writer.ts';
import { measureHeading, type PdfLine } from './pdf-lines.ts';

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

/** Writes a page's lines as paragraphs and headings, distinguished by white space and font size. */
export function writeParagraphs(lines: readonly PdfLine[], bodySize: number, writer: DocumentWriter): void {
  const leading = findLeading(lines);
  const right = Math.max(...lines.map((line) => line.right), 0);
  let paragraph: PdfLine[] = [];
  for (const line of lines) {
    const last = paragraph.at(-1);
    if (last && startsParagraph(last, line, leading)) {
      writeParagraph(paragraph, bodySize, right, writer);
      paragraph = [];
    }
    paragraph.push(line);
  }
  writeParagraph(paragraph, bodySize, right, writer);
}

/** The usual distance of two baselines on the page: the median of the downward steps. */
function findLeading(lines: readonly PdfLine[]): number {
  const steps: number[] = [];
  for (const [index, line] of lines.entries()) {
    const step = (lines[index - 1]?.y ?? 0) - line.y;
    if (index > 0 && step > 0.5) steps.push(step);
  }
  return steps.sort((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 12;
}

function startsParagraph(last: PdfLine, line: PdfLine, leading: number): boolean {
  if (Math.abs(last.fontSize - line.fontSize) > last.fontSize * 0.12) return true;
  const step = last.y - line.y;
  // A step upwards is the next column: the sentence continues unless it has ended.
  if (step < -leading) return /[.!?:]["')\]]?$/.test(last.text);
  return step > Math.max(leading, last.fontSize) * 1.35;
}

function writeParagraph(lines: readonly PdfLine[], bodySize: number, right: number, writer: DocumentWriter): void {
  const [first] = lines;
  if (first === undefined) return;
  const text = joinLines(lines, right);
  const ratio = measureHeading(first, bodySize);
  if (ratio > 0 && text.length <= 200 && /\p{L}/u.test(text)) {
    writer.heading(ratio >= 1.7 ? 1 : ratio >= 1.35 ? 2 : 3, text);
  } else {
    writer.paragraph(text);
  }
}

/** A line that reaches the right margin continues in the next; a shorter one was broken on purpose. */
function joinLines(lines: readonly PdfLine[], right: number): string {
  let text = '';
  let last: PdfLine | undefined;
  for (const line of lines) {
    if (last === undefined) text = line.text;
    else if (/\p{L}-$/u.test(text) && /^\p{Ll}/u.test(line.text) && !last.isMonospaced) {
      text = text.slice(0, -1) + line.text;
    } else {
      const isFull = last.right >= right * 0.8 && !last.isMonospaced;
      text += (isFull ? ' ' : '\n') + line.text;
    }
    last = line;
  }
  return text;
}
