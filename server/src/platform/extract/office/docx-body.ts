import type { DocumentWriter } from '../document-writer.ts';
import { DocxFields } from './docx-fields.ts';
import type { NumberParagraph } from './docx-numbering.ts';
import type { ParagraphStyle } from './docx-styles.ts';
import { isTrue, type XmlAttributes, type XmlHandlers } from '../parse-xml.ts';

interface Paragraph {
  text: string;
  style: ParagraphStyle;
  outlineLevel?: number;
  numberId?: string;
  numberLevel?: number;
}

interface Table {
  cells: string[];
  cell: string;
  span: number;
  isStarted: boolean;
}

/** Removed text and its field codes, and the second rendering of a drawing for old readers. */
const skipped = new Set([
  'del',
  'moveFrom',
  'Fallback',
  'delInstrText',
  'delText',
  'pPrChange',
  'rPrChange',
  'sectPrChange',
]);

/**
 * Writes the paragraphs, lists and tables of a WordprocessingML part while it is read. Tables inside a table's cell
 * become lines of that cell.
 */
export class DocxBody implements XmlHandlers {
  readonly #writer: DocumentWriter;
  readonly #findStyle: (styleId: string) => ParagraphStyle;
  readonly #number: NumberParagraph;
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: Table[] = [];
  readonly #fields = new DocxFields();
  readonly #countMark: string | undefined;
  #skipDepth = 0;
  #inText = false;
  #inInstruction = false;
  #isRunHidden = false;
  #isPlaceholder = false;
  #afterListItem = false;
  #note = '';

  /** `countMark` is written instead of the numbers of pages, which a text that is not repeated on each page keeps. */
  constructor(
    writer: DocumentWriter,
    findStyle: (styleId: string) => ParagraphStyle,
    number: NumberParagraph,
    countMark?: string,
  ) {
    this.#countMark = countMark;
    this.#writer = writer;
    this.#findStyle = findStyle;
    this.#number = number;
  }

  open(name: string, attributes: XmlAttributes): void {
    const isPlaceholder = name === 'sdtContent' && this.#isPlaceholder;
    if (name === 'sdtPr' || isPlaceholder) this.#isPlaceholder = false;
    if (this.#skipDepth > 0 || skipped.has(name) || isPlaceholder) {
      this.#skipDepth += 1;
      return;
    }
    const paragraph = this.#paragraphs.at(-1);
    const value = attributes['val'] ?? '';
    switch (name) {
      case 'p':
        this.#paragraphs.push({ text: '', style: {} });
        break;
      case 'pStyle':
        if (paragraph) paragraph.style = this.#findStyle(value);
        break;
      case 'outlineLvl':
        if (paragraph && Number(value) < 9) paragraph.outlineLevel = Number(value) + 1;
        break;
      case 'numId':
        if (paragraph) paragraph.numberId = value;
        break;
      case 'ilvl':
        if (paragraph) paragraph.numberLevel = Number(value);
        break;
      case 'r':
        this.#isRunHidden = false;
        break;
      case 'vanish':
        this.#isRunHidden = !/^(?:0|false|off)$/.test(value);
        break;
      case 'showingPlcHdr':
        this.#isPlaceholder = isTrue(attributes['val'] ?? '1');
        break;
      case 't':
        this.#inText = true;
        break;
      case 'instrText':
        this.#inInstruction = true;
        break;
      case 'fldChar':
        this.#passField(attributes['fldCharType'] ?? '', paragraph);
        break;
      case 'fldSimple':
        this.#fields.begin(attributes['instr']);
        this.#passField('separate', paragraph);
        break;
      case 'tab':
        this.#write(paragraph, '\t');
        break;
      case 'br':
      case 'cr':
        this.#write(paragraph, '\n');
        break;
      case 'noBreakHyphen':
        this.#write(paragraph, '-');
        break;
      case 'footnoteReference':
      case 'endnoteReference':
        this.#write(paragraph, `[${attributes['id'] ?? ''}]`);
        break;
      case 'footnote':
      case 'endnote':
        this.#note = attributes['type'] === undefined ? `[${attributes['id'] ?? ''}] ` : '';
        break;
      case 'tbl':
        this.#tables.push({ cells: [], cell: '', span: 1, isStarted: false });
        break;
      case 'gridSpan':
        this.#spanCell(Number(value));
        break;
      default:
    }
  }

  close(name: string): void {
    if (this.#skipDepth > 0) {
      this.#skipDepth -= 1;
      return;
    }
    const table = this.#tables.at(-1);
    if (name === 'p') this.#closeParagraph();
    else if (name === 't') this.#inText = false;
    else if (name === 'instrText') this.#inInstruction = false;
    else if (name === 'fldSimple') this.#fields.end();
    else if (name === 'tbl') this.#tables.pop();
    else if (name === 'tc' && table) closeCell(table);
    else if (name === 'tr' && table) this.#closeRow(table);
  }

  text(text: string): void {
    if (this.#skipDepth > 0) return;
    if (this.#inInstruction) this.#fields.instruct(text);
    const paragraph = this.#paragraphs.at(-1);
    if (this.#inText && !this.#isRunHidden && !this.#fields.isCount && paragraph) paragraph.text += text;
  }

  #passField(type: string, paragraph: Paragraph | undefined): void {
    if (this.#countMark === undefined) return;
    if (type === 'begin') this.#fields.begin();
    // A field that Word has not computed yet has no result.
    if ((type === 'separate' || type === 'end') && this.#fields.beginResult()) this.#write(paragraph, this.#countMark);
    if (type === 'end') this.#fields.end();
  }

  // A tab or break inside pPr describes a tab stop; only those inside runs are text. Runs come after pPr, so a tab is
  // text only if there is text or an open run; a leading tab means nothing here, so it is trimmed.
  #write(paragraph: Paragraph | undefined, text: string): void {
    if (paragraph) paragraph.text += text;
  }

  #spanCell(span: number): void {
    const table = this.#tables.at(-1);
    if (table && span > 1 && span <= 64) table.span = span;
  }

  #closeParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    if (paragraph === undefined || paragraph.style.isContents === true || paragraph.text.trim() === '') return;
    const text = this.#note + paragraph.text;
    this.#note = '';
    const table = this.#tables.at(-1);
    const numberId = paragraph.numberId ?? paragraph.style.numberId;
    const depth = paragraph.numberLevel ?? paragraph.style.numberLevel ?? 0;
    const number = numberId === undefined ? undefined : this.#number(numberId, depth);
    const level = paragraph.outlineLevel ?? paragraph.style.headingLevel;
    const labelled = number === undefined ? text : `${number.label} ${text}`;
    if (table) {
      table.cell += table.cell === '' ? labelled : `\n${labelled}`;
    } else if (level !== undefined) {
      this.#writer.heading(level, number?.isBullet === true ? text : labelled);
    } else if (number === undefined) {
      this.#writer.paragraph(text);
    } else {
      const isMarker = number.isBullet || /^\d+[.)]$/.test(number.label);
      this.#writer.listItem(depth, isMarker ? number.label : '-', isMarker ? text : labelled, this.#afterListItem);
    }
    this.#afterListItem = table === undefined && level === undefined && number !== undefined;
  }

  #closeRow(table: Table): void {
    const cells = table.cells;
    table.cells = [];
    const outer = this.#tables.at(-2);
    if (outer) {
      const line = cells.join(' ').trim();
      if (line !== '') outer.cell += outer.cell === '' ? line : `\n${line}`;
    } else if (cells.every((cell) => cell.trim() === '')) {
      return;
    } else if (table.isStarted) {
      this.#writer.tableRow(cells);
    } else if (cells.length === 1) {
      // A row of one cell frames text, like boxes around code or notices.
      this.#writer.paragraph(cells[0] ?? '');
    } else {
      table.isStarted = true;
      this.#writer.startTable(cells);
    }
    this.#afterListItem = false;
  }
}

function closeCell(table: Table): void {
  table.cells.push(table.cell, ...Array.from({ length: table.span - 1 }, () => ''));
  table.cell = '';
  table.span = 1;
}
