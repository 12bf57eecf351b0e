import type { DocumentWriter, TextStyle } from './document-writer.ts';
import { HtmlInline } from './html-inline.ts';
import type { XmlAttributes, XmlHandlers } from './parse-xml.ts';

interface Table {
  cells: string[];
  cell: string;
  inCell: boolean;
  isStarted: boolean;
  /** A table that contains tables is layout: its cells become separate blocks. */
  isLayout: boolean;
}

const hidden = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'iframe',
  'object',
  'canvas',
  'select',
  'title',
]);
const furniture = new Set(['nav', 'footer', 'aside', 'dialog', 'form']);
const blocks = new Set(
  (
    'p div section article main header footer nav aside address figure figcaption dl dt dd fieldset details summary hr ' +
    'form center body html ul ol li blockquote caption'
  ).split(' '),
);

/** Turns HTML's tags into the writer's blocks while they are read. Nothing recurses, so depth uses no stack. */
export class HtmlBody implements XmlHandlers {
  title = '';
  readonly #writer: DocumentWriter;
  readonly #style: TextStyle;
  readonly #inline: HtmlInline;
  readonly #skips: (name: string) => boolean;
  #skipDepth = 0;
  #inTitle = false;
  #headingLevel = 0;
  #code: { text: string; language: string } | undefined;
  #lists: { next: number; isOrdered: boolean }[] = [];
  #tables: Table[] = [];
  #marker = '';
  #afterItem = false;
  #quoteDepth = 0;

  constructor(writer: DocumentWriter, options: { style: TextStyle; base?: string; skipFurniture?: boolean }) {
    this.#writer = writer;
    this.#style = options.style;
    this.#inline = new HtmlInline(options.style, options.base);
    this.#skips = (name) => hidden.has(name) || (options.skipFurniture === true && furniture.has(name));
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'title' && this.title === '') this.#inTitle = true;
    if (this.#skipDepth > 0 || this.#skips(name) || attributes['hidden'] !== undefined) {
      if (!voidElements.has(name)) this.#skipDepth += 1;
      return;
    }
    if (blocks.has(name)) this.#flush();
    const heading = /^h([1-6])$/.exec(name);
    if (heading) {
      this.#flush();
      this.#headingLevel = Number(heading[1]);
    } else if (name === 'pre') {
      this.#flush();
      this.#code = { text: '', language: '' };
    } else if (this.#code) {
      this.#code.language ||= /(?:^|\s)(?:language|lang)-([\w+#-]+)/.exec(attributes['class'] ?? '')?.[1] ?? '';
      if (name === 'br') this.#code.text += '\n';
    } else if (name === 'ul' || name === 'ol') {
      this.#lists.push({ next: Number(attributes['start'] ?? 1) || 1, isOrdered: name === 'ol' });
    } else if (name === 'li') this.#startItem();
    else if (name === 'blockquote') this.#quoteDepth += 1;
    else if (name === 'br') this.#inline.breakLine();
    else if (name === 'img') this.#inline.image(attributes['alt'] ?? '', attributes['src'] ?? '');
    else if (name === 'table') this.#startTable();
    else if (name === 'td' || name === 'th') this.#startCell();
    else this.#inline.open(name, attributes['href'] ?? '');
  }

  close(name: string): void {
    if (name === 'title') this.#inTitle = false;
    if (this.#skipDepth > 0) {
      if (!voidElements.has(name)) this.#skipDepth -= 1;
      return;
    }
    if (blocks.has(name) || /^h[1-6]$/.test(name)) this.#flush();
    if (name === 'pre') this.#closeCode();
    else if (name === 'ul' || name === 'ol') {
      this.#lists.pop();
      this.#marker = '';
    } else if (name === 'blockquote') this.#quoteDepth = Math.max(this.#quoteDepth - 1, 0);
    else if (name === 'td' || name === 'th') this.#closeCell();
    else if (name === 'tr') this.#closeRow();
    else if (name === 'table') {
      this.#closeRow();
      this.#tables.pop();
    } else this.#inline.close(name);
  }

  text(text: string): void {
    if (this.#inTitle) this.title += text;
    if (this.#skipDepth > 0) return;
    if (this.#code) this.#code.text += text;
    else this.#inline.add(text);
  }

  finish(): void {
    this.#closeCode();
    this.#closeRow();
    this.#flush();
    this.title = this.title.replaceAll(/\s+/g, ' ').trim();
  }

  #flush(): void {
    const text = this.#inline.take().trim();
    const level = this.#headingLevel;
    this.#headingLevel = 0;
    if (text === '') return;
    const table = this.#tables.at(-1);
    if (table?.inCell === true && !table.isLayout) {
      table.cell += table.cell === '' ? text : `\n${text}`;
      return;
    }
    if (level > 0) this.#writer.heading(level, text);
    else if (this.#marker !== '') {
      this.#writer.listItem(this.#lists.length - 1, this.#marker, text, this.#afterItem);
    } else if (this.#quoteDepth > 0 && this.#style === 'markdown') {
      this.#writer.raw(text.replaceAll(/^/gm, '> '));
    } else this.#writer.paragraph(text);
    this.#afterItem = this.#marker !== '';
    this.#marker = '';
  }

  #startItem(): void {
    const list = this.#lists.at(-1);
    this.#marker = list?.isOrdered === true ? `${list.next}.` : '-';
    if (list) list.next += 1;
  }

  #closeCode(): void {
    const code = this.#code;
    this.#code = undefined;
    if (code === undefined || code.text.trim() === '') return;
    const text = code.text.replace(/^\n+/, '').trimEnd();
    const fence = text.includes('```') ? '~~~~' : '```';
    const table = this.#tables.at(-1);
    if (table?.inCell === true && !table.isLayout) table.cell += `\n${text}`;
    else this.#writer.raw(this.#style === 'markdown' ? `${fence}${code.language}\n${text}\n${fence}` : text);
    this.#afterItem = false;
  }

  #startTable(): void {
    this.#flush();
    const outer = this.#tables.at(-1);
    if (outer?.inCell === true && !outer.isLayout) {
      outer.isLayout = true;
      for (const cell of [...outer.cells, outer.cell]) this.#writer.paragraph(cell);
      outer.cells = [];
      outer.cell = '';
    }
    this.#tables.push({ cells: [], cell: '', inCell: false, isStarted: false, isLayout: false });
  }

  #startCell(): void {
    this.#closeCell();
    const table = this.#tables.at(-1);
    if (table) table.inCell = true;
  }

  #closeCell(): void {
    this.#flush();
    const table = this.#tables.at(-1);
    if (table === undefined || !table.inCell) return;
    if (!table.isLayout) table.cells.push(table.cell);
    table.cell = '';
    table.inCell = false;
  }

  #closeRow(): void {
    this.#closeCell();
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    const cells = table.cells;
    table.cells = [];
    if (cells.every((cell) => cell.trim() === '')) return;
    if (table.isStarted) this.#writer.tableRow(cells);
    else if (cells.length === 1) this.#writer.paragraph(cells[0] ?? '');
    else {
      table.isStarted = true;
      this.#writer.startTable(cells);
    }
    this.#afterItem = false;
  }
}

const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
