import type { Token, Tokens } from 'marked';
import { drawTable } from './draw-table.ts';
import { isImage, plainLook, type Run, toInlines } from './inline-runs.ts';
import { colors, type Frame, type PageWriter } from './page-writer.ts';
import type { ReadImage } from './read-image.ts';

const bodySize = 10.5;
const codeSize = 8.5;
const codeEdge = 5;
const headingSizes = [22, 17, 14, 12, 11, 10.5] as const;
const indent = 20;

/** Draws the blocks of a Markdown text, one below the other. */
export async function drawBlocks(
  page: PageWriter,
  tokens: readonly Token[],
  frame: Frame,
  readImage: ReadImage,
): Promise<void> {
  for (const token of tokens) {
    // Lets the process end in between if its server is gone.
    await new Promise((resolve) => setImmediate(resolve));
    if (isKind(token, 'heading')) await drawHeading(page, token, frame);
    else if (isKind(token, 'list')) await drawList(page, token, frame, readImage);
    else if (isKind(token, 'table')) {
      page.space(4);
      drawTable(page, token, frame);
      page.space(10);
    } else if (isKind(token, 'code')) drawCode(page, token, frame);
    else if (isKind(token, 'blockquote')) await drawQuotation(page, token, frame, readImage);
    else if (isKind(token, 'hr')) drawRule(page, frame);
    else if (isKind(token, 'paragraph') || isKind(token, 'text')) await drawParagraph(page, token, frame, readImage);
    else if (isKind(token, 'html')) await writeRuns(page, [{ ...plainLook, text: stripTags(token.text) }], frame);
  }
}

interface Kinds {
  heading: Tokens.Heading;
  list: Tokens.List;
  table: Tokens.Table;
  code: Tokens.Code;
  blockquote: Tokens.Blockquote;
  hr: Tokens.Hr;
  paragraph: Tokens.Paragraph;
  text: Tokens.Text;
  html: Tokens.HTML;
}

function isKind<K extends keyof Kinds>(token: Token, kind: K): token is Kinds[K] {
  return token.type === kind;
}

async function drawHeading(page: PageWriter, { tokens, depth }: Tokens.Heading, frame: Frame): Promise<void> {
  const size = headingSizes[depth - 1] ?? bodySize;
  const runs = toInlines(tokens, { ...plainLook, bold: true }).flatMap((inline) => (isImage(inline) ? [] : [inline]));
  const lines = page.layOut(runs, frame.width, size);
  page.space(size * 0.7);
  // A heading stays with the first lines below it.
  page.ensure(lines.length * page.lineHeight(size) + 3 * page.lineHeight(bodySize));
  if (depth <= 2) page.doc.outline.addItem(runs.map(({ text }) => text).join(''));
  await page.write(lines, size, frame);
  page.space(size * 0.25);
}

async function drawParagraph(
  page: PageWriter,
  token: Tokens.Paragraph | Tokens.Text,
  frame: Frame,
  readImage: ReadImage,
): Promise<void> {
  let runs: Run[] = [];
  for (const inline of toInlines(token.tokens ?? [token])) {
    if (!isImage(inline)) {
      runs.push(inline);
      continue;
    }
    await writeRuns(page, runs, frame);
    runs = [];
    const bytes = await readImage(inline.image);
    const isDrawn = bytes !== undefined && (await page.drawImage(bytes, inline, frame));
    if (isDrawn) page.space(6);
    else runs.push({ ...plainLook, italic: true, text: `[${inline.alt || 'image'}]` });
  }
  await writeRuns(page, runs, frame);
}

async function writeRuns(page: PageWriter, runs: readonly Run[], frame: Frame): Promise<void> {
  if (runs.every(({ text }) => text.trim() === '')) return;
  await page.write(page.layOut(runs, frame.width, bodySize), bodySize, frame);
  page.space(6);
}

async function drawList(page: PageWriter, list: Tokens.List, frame: Frame, readImage: ReadImage): Promise<void> {
  const first = typeof list.start === 'number' ? list.start : 1;
  for (const [index, item] of list.items.entries()) {
    const mark = item.task ? (item.checked === true ? '☑' : '☐') : list.ordered ? `${first + index}.` : '•';
    page.ensure(page.lineHeight(bodySize));
    const [line = []] = page.layOut([{ ...plainLook, text: mark }], indent + 20, bodySize);
    const width = line.reduce((sum, piece) => sum + piece.width, 0);
    const shift = Math.max(indent, width + 6);
    page.drawLine(line, { x: frame.x + shift - width - 6, y: page.y, size: bodySize, color: colors.soft });
    const inner = { ...frame, x: frame.x + shift, width: frame.width - shift };
    const before = page.y;
    await drawBlocks(
      page,
      item.tokens.filter(({ type }) => type !== 'checkbox'),
      inner,
      readImage,
    );
    if (page.y === before) page.y += page.lineHeight(bodySize);
    if (!list.loose) page.y -= 3;
  }
  page.space(5);
}

async function drawQuotation(
  page: PageWriter,
  { tokens }: Tokens.Blockquote,
  frame: Frame,
  readImage: ReadImage,
): Promise<void> {
  const inner = {
    x: frame.x + 14,
    width: frame.width - 14,
    bars: [...frame.bars, frame.x],
    color: colors.soft,
  };
  await drawBlocks(page, tokens, inner, readImage);
}

function drawCode(page: PageWriter, { text }: Tokens.Code, frame: Frame): void {
  const height = page.lineHeight(codeSize);
  const look = { bold: false, italic: false, code: true };
  page.space(2);
  page.ensure(3 * height);
  const drawEdge = (): void => {
    if (page.y + codeEdge > page.bottom) return;
    page.drawBars(frame, codeEdge);
    page.doc.rect(frame.x, page.y, frame.width, codeEdge + 0.5).fill(colors.shade);
    page.y += codeEdge;
  };
  drawEdge();
  for (const line of text.replaceAll('\t', '    ').split('\n')) {
    for (const part of page.layOut([{ ...look, text: line }], frame.width - 16, codeSize)) {
      page.ensure(height);
      page.drawBars(frame, height);
      page.doc.rect(frame.x, page.y, frame.width, height + 0.5).fill(colors.shade);
      page.drawLine(part, { x: frame.x + 8, y: page.y, size: codeSize, color: colors.ink });
      page.y += height;
    }
  }
  drawEdge();
  page.space(8);
}

function drawRule(page: PageWriter, frame: Frame): void {
  page.space(6);
  page.ensure(12);
  page.doc
    .moveTo(frame.x, page.y)
    .lineTo(frame.x + frame.width, page.y)
    .lineWidth(0.8)
    .stroke(colors.rule);
  page.y += 10;
}

function stripTags(html: string): string {
  return html
    .replaceAll(/<!--[\s\S]*?-->|<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
