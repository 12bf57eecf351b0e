import PDFDocument from 'pdfkit';
import type { FontSet } from './fonts.ts';
import type { InlineImage, Run } from './inline-runs.ts';
import { layOut, type Line, type Measure } from './lay-out.ts';

/** The area for blocks: narrower inside of lists, with bars at the side inside of quotations. */
export interface Frame {
  readonly x: number;
  readonly width: number;
  /** The x coordinate of each bar. */
  readonly bars: readonly number[];
  readonly color: string;
}

export const colors = {
  ink: '#1d2130',
  soft: '#5b6075',
  link: '#2440c4',
  rule: '#c9ccd8',
  shade: '#f2f3f7',
} as const;

const margin = { top: 64, bottom: 68, side: 62 } as const;
const lineFactor = 1.45;

/** Writes lines, boxes and images down the pages of a document; begins a new page when the next element doesn't fit. */
export class PageWriter {
  readonly doc: PDFKit.PDFDocument;
  readonly fonts: FontSet;
  readonly frame: Frame;
  y: number = margin.top;
  readonly #widths = new Map<string, Map<string, number>>();

  constructor(title: string, fonts: FontSet) {
    this.fonts = fonts;
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      info: { Title: title, Producer: 'Portico', Creator: 'Portico' },
      displayTitle: true,
    });
    // Parsed fonts: parsing one again costs 0.1 s.
    for (const { name, font } of fonts.all) this.doc.registerFont(name, font);
    const width = this.doc.page.width - 2 * margin.side;
    this.frame = { x: margin.side, width, bars: [], color: colors.ink };
  }

  get bottom(): number {
    return this.doc.page.height - margin.bottom;
  }

  get pageHeight(): number {
    return this.bottom - margin.top;
  }

  /** Begins a new page unless that much fits. */
  ensure(height: number): void {
    if (this.y > margin.top && this.y + height > this.bottom) this.newPage();
  }

  newPage(): void {
    this.doc.addPage();
    this.y = margin.top;
  }

  /** Adds space, but not at the top of a page. */
  space(height: number): void {
    if (this.y > margin.top) this.y += height;
  }

  layOut(runs: readonly Run[], width: number, size: number): Line[] {
    return layOut(runs, width, this.fonts, this.measure(size));
  }

  /** Widths are proportional to the size, so each word of a font is measured once, at size 100. */
  measure(size: number): Measure {
    return (fontName, text) => {
      let widths = this.#widths.get(fontName);
      if (widths === undefined) {
        widths = new Map();
        this.#widths.set(fontName, widths);
      }
      let width = widths.get(text);
      if (width === undefined) {
        width = this.doc.font(fontName).fontSize(100).widthOfString(text);
        widths.set(text, width);
      }
      return (width * size) / 100;
    };
  }

  lineHeight(size: number): number {
    return size * lineFactor;
  }

  /** Writes lines into the frame, over as many pages as necessary. */
  async write(lines: readonly Line[], size: number, frame: Frame): Promise<void> {
    const height = this.lineHeight(size);
    for (const [index, line] of lines.entries()) {
      // Lets the process end in between if its server is gone.
      if (index % 50 === 49) await new Promise((resolve) => setImmediate(resolve));
      this.ensure(height);
      this.drawBars(frame, height);
      this.drawLine(line, { x: frame.x, y: this.y, size, color: frame.color });
      this.y += height;
    }
  }

  drawBars({ bars }: Frame, height: number): void {
    for (const x of bars) this.doc.rect(x, this.y, 2.5, height).fill(colors.rule);
  }

  drawLine(line: Line, at: { x: number; y: number; size: number; color: string }): void {
    const { doc } = this;
    const baseline = at.y + at.size * (lineFactor - 0.4);
    let { x } = at;
    for (const { text, fontName, look, width } of line) {
      const color = look.link === undefined ? at.color : colors.link;
      if (look.code && text.trim() !== '') {
        doc.rect(x - 1.5, baseline - at.size, width + 3, at.size * 1.3).fill(colors.shade);
      }
      doc.font(fontName).fontSize(at.size).fillColor(color);
      doc.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
      if (look.link !== undefined) {
        doc.link(x, at.y, width, this.lineHeight(at.size), look.link);
        this.#rule(x, width, baseline + at.size * 0.14, color);
      }
      if (look.struck === true) this.#rule(x, width, baseline - at.size * 0.28, color);
      x += width;
    }
  }

  /** Draws an image, at most as wide as the frame; false for bytes that a PDF doesn't support. */
  async drawImage(bytes: Buffer, { alt }: InlineImage, frame: Frame): Promise<boolean> {
    let image: PDFKit.OpenedImage;
    try {
      image = this.doc.openImage(bytes);
    } catch {
      return false;
    }
    if (!(image.width > 0 && image.height > 0)) return false;
    const scale = Math.min(frame.width / image.width, (this.pageHeight * 0.8) / image.height, 0.75);
    const height = image.height * scale;
    this.ensure(height);
    this.doc.image(image, frame.x, this.y, { width: image.width * scale, height });
    this.y += height + 4;
    if (alt.trim() !== '') {
      const caption = [{ text: alt, bold: false, italic: true, code: false }];
      await this.write(this.layOut(caption, frame.width, 8.5), 8.5, { ...frame, color: colors.soft });
    }
    return true;
  }

  /** Writes the page numbers, and returns the complete file. */
  async finish(title: string): Promise<Buffer> {
    const { doc } = this;
    const { start, count } = doc.bufferedPageRange();
    for (let index = start; index < start + count; index += 1) {
      doc.switchToPage(index);
      const y = doc.page.height - margin.bottom + 26;
      const number = [{ text: `${index - start + 1} / ${count}`, bold: false, italic: false, code: false }];
      const [right = []] = this.layOut(number, 100, 8.5);
      const width = right.reduce((sum, piece) => sum + piece.width, 0);
      const at = { y, size: 8.5, color: colors.soft };
      this.drawLine(right, { ...at, x: this.frame.x + this.frame.width - width });
      const name = [{ text: title, bold: false, italic: false, code: false }];
      const [left = []] = this.layOut(name, this.frame.width - 110, 8.5);
      this.drawLine(left, { ...at, x: this.frame.x });
    }
    const chunks: Buffer[] = [];
    return new Promise((resolve, reject) => {
      doc.on('data', (chunk: Buffer) => chunks.push(chunk));
      doc.on('error', reject);
      doc.on('end', () => resolve(Buffer.concat(chunks)));
      doc.end();
    });
  }

  #rule(x: number, width: number, y: number, color: string): void {
    this.doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.6)
      .stroke(color);
  }
}
