import type { DocumentWriter, TextStyle } from '../document-writer.ts';
import { HtmlDefinitions } from './html-definitions.ts';
import { HiddenElements } from './hidden-elements.ts';
import { HtmlInline } from './html-inline.ts';
import type { XmlAttributes, XmlHandlers } from '../parse-xml.ts';

interface Table {
  cells: string[];
  /** The column of the next cell, unless one of an earlier row reaches down into it. */
  column: number;
  /** For each column, the number of rows that its last cell still spans, including the current one. */
  spannedRows: number[];
  cell: string;
  colSpan: number;
  rowSpan: number;
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

/** Larger spans, and those further right, are ignored: every row would cost the work of that many columns. */
const maxColumns = 64;
const maxRows = 65_534;

/** Turns HTML's tags into the writer's blocks while they are read. Nothing recurses, so depth uses no stack. */
export class HtmlBody implements XmlHandlers {
  title = '';
  readonly #writer: DocumentWriter;
  readonly #style: TextStyle;
  readonly #inline: HtmlInline;
  readonly #skips: (name: string) => boolean;
  readonly #hiddenElements = new HiddenElements();
  readonly #definitions: HtmlDefinitions;
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
    this.#definitions = new HtmlDefinitions(writer);
    this.#skips = (name) => hidden.has(name) || (options.skipFurniture === true && furniture.has(name));
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'title' && this.title === '') this.#inTitle = true;
    const read = (attribute: string): string | undefined => attributes[attribute];
    this.#hiddenElements.addControl(read);
    const isHidden = attributes['hidden'] !== undefined && !this.#hiddenElements.canBeShown(read);
    if (this.#skipDepth > 0 || this.#skips(name) || isHidden) {
      if (!voidElements.has(name)) this.#skipDepth += 1;
      return;
    }
    if (blocks.has(name)) this.#flush();
    this.#definitions.open(name);
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
      this.#lists.push({ next: readStart(attributes['start']), isOrdered: name === 'ol' });
    } else if (name === 'li') this.#startItem();
    else if (name === 'blockquote') this.#quoteDepth += 1;
    else if (name === 'br') this.#inline.breakLine();
    else if (name === 'img') this.#inline.image(attributes['alt'] ?? '', attributes['src'] ?? '');
    else if (name === 'table') this.#startTable();
    else if (name === 'td' || name === 'th') this.#startCell(attributes);
    else this.#inline.open(name, attributes['href'] ?? '');
  }

  close(name: string): void {
    if (name === 'title') this.#inTitle = false;
    if (this.#skipDepth > 0) {
      if (!voidElements.has(name)) this.#skipDepth -= 1;
      return;
    }
    if (blocks.has(name) || /^h[1-6]$/.test(name)) this.#flush();
    this.#definitions.close(name);
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
    this.#definitions.end();
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
    if (level === 0 && this.#marker === '' && this.#quoteDepth === 0 && this.#definitions.add(text)) {
      this.#afterItem = false;
      return;
    }
    this.#definitions.end();
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
    this.#definitions.end();
    const fence = text.includes('```') ? '~~~~' : '```';
    const table = this.#tables.at(-1);
    if (table?.inCell === true && !table.isLayout) table.cell += `\n${text}`;
    else this.#writer.raw(this.#style === 'markdown' ? `${fence}${code.language}\n${text}\n${fence}` : text);
    this.#afterItem = false;
  }

  #startTable(): void {
    this.#flush();
    this.#definitions.end();
    const outer = this.#tables.at(-1);
    if (outer?.inCell === true && !outer.isLayout) {
      outer.isLayout = true;
      for (const cell of [...outer.cells, outer.cell]) this.#writer.paragraph(cell);
      outer.cells = [];
      outer.cell = '';
    }
    this.#tables.push({
      cells: [],
      column: 0,
      spannedRows: [],
      cell: '',
      colSpan: 1,
      rowSpan: 1,
      inCell: false,
      isStarted: false,
      isLayout: false,
    });
  }

  #startCell(attributes: XmlAttributes): void {
    this.#closeCell();
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    table.inCell = true;
    table.colSpan = readSpan(attributes['colspan'], maxColumns);
    table.rowSpan = readSpan(attributes['rowspan'], maxRows);
  }

  #closeCell(): void {
    this.#flush();
    const table = this.#tables.at(-1);
    if (table === undefined || !table.inCell) return;
    if (!table.isLayout) placeCell(table);
    table.cell = '';
    table.inCell = false;
  }

  #closeRow(): void {
    this.#closeCell();
    const table = this.#tables.at(-1);
    if (table === undefined) return;
    const cells = table.cells;
    table.cells = [];
    table.column = 0;
    table.spannedRows = table.spannedRows.map((rows) => Math.max(0, rows - 1));
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

/** Adds the cell in its column: before it are blank ones for those that a wide cell or one of an earlier row covers. */
function placeCell(table: Table): void {
  while ((table.spannedRows[table.column] ?? 0) > 0) table.column += 1;
  while (table.cells.length < table.column) table.cells.push('');
  table.cells.push(table.cell);
  const end = table.column + (table.column < maxColumns ? table.colSpan : 1);
  if (table.rowSpan > 1) {
    for (; table.column < Math.min(end, maxColumns); table.column += 1) {
      while (table.spannedRows.length < table.column) table.spannedRows.push(0);
      table.spannedRows[table.column] = table.rowSpan;
    }
  }
  table.column = end;
}

/** The number of a list's first item; 1 if `start` is not an integer (HTML 2.3.4.1). */
function readStart(value = ''): number {
  const start = Number.parseInt(value, 10);
  return Number.isSafeInteger(start) ? start : 1;
}

/** A colspan or rowspan; 1 if there is none, or if it is only meant to be large enough for any table. */
function readSpan(value: string | undefined, most: number): number {
  const span = Number(value ?? 1);
  return Number.isInteger(span) && span >= 1 && span <= most ? span : 1;
}

const voidElements = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
