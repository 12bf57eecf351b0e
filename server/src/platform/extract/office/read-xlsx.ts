import { type BoundedArchive, openArchive } from './bounded-archive.ts';
import type { DocumentSource } from '../document-source.ts';
import type { DocumentWriter } from '../document-writer.ts';
import { ExtractionError } from '../extraction-error.ts';
import { formatNumber } from './number-format.ts';
import { isTrue, parseXml } from '../parse-xml.ts';
import { resolvePart } from './resolve-part.ts';
import {
  formatNumberCell,
  formatSerialDate,
  formatTimeSpan,
  type NumberStyle,
  readNumberStyles,
  readSharedStrings,
  unescapeText,
} from './xlsx-cells.ts';

interface Workbook {
  /** Those that are not hidden. */
  sheets: { name: string; relation: string }[];
  hasHidden: boolean;
  is1904: boolean;
}

interface CellReader {
  strings: readonly string[];
  styleOf: (styleIndex: number) => NumberStyle;
  is1904: boolean;
  /** Whether a row or column that was left out had a value. */
  hasHidden: boolean;
}

const lastColumn = 16_384;

/**
 * Streams the sheets of an XLSX as tables under the sheet's name. Values are those last stored in the file: formulas
 * are not computed, and have the format of their cell. Hidden sheets, rows and columns are
 * left out: they are often internal, such as purchase prices, and the text may be quoted to visitors. (npm `xlsx` has
 * unfixed advisories; exceljs is dormant.)
 */
export async function readXlsx(source: DocumentSource, writer: DocumentWriter): Promise<void> {
  const archive = await openArchive(source);
  try {
    if (!archive.has('xl/workbook.xml')) throw new ExtractionError('corrupt');
    const workbook = await readWorkbook(archive);
    const targets = await readRelations(archive);
    const reader: CellReader = {
      strings: await readSharedStrings(archive),
      styleOf: await readNumberStyles(archive),
      is1904: workbook.is1904,
      hasHidden: false,
    };
    for (const sheet of workbook.sheets) {
      const target = targets.get(sheet.relation);
      if (target !== undefined) await readSheet(archive.readText(target), sheet.name, reader, writer);
    }
    if (writer.length === 0 && (workbook.hasHidden || reader.hasHidden)) {
      throw new ExtractionError('empty', 'All sheets, rows or columns of the file with text are hidden. Unhide them.');
    }
  } finally {
    archive.close();
  }
}

async function readWorkbook(archive: BoundedArchive): Promise<Workbook> {
  const workbook: Workbook = { sheets: [], hasHidden: false, is1904: false };
  await parseXml(archive.readText('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'sheet' && /hidden$/i.test(attributes['state'] ?? '')) workbook.hasHidden = true;
      else if (name === 'sheet')
        workbook.sheets.push({ name: attributes['name'] ?? '', relation: attributes['id'] ?? '' });
      else if (name === 'workbookPr') workbook.is1904 = isTrue(attributes['date1904']);
    },
    close() {},
  });
  return workbook;
}

async function readRelations(archive: BoundedArchive): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  await parseXml(archive.readText('xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      const target = attributes['Target'] ?? '';
      if (name !== 'Relationship' || !(attributes['Type'] ?? '').endsWith('/worksheet')) return;
      targets.set(attributes['Id'] ?? '', resolvePart('xl/', target));
    },
    close() {},
  });
  return targets;
}

async function readSheet(
  pieces: AsyncIterable<string>,
  name: string,
  reader: CellReader,
  writer: DocumentWriter,
): Promise<void> {
  let row: string[] = [];
  let cell = { column: 0, type: '', style: 0, value: '' };
  let next = 0;
  let inValue = false;
  let isRowHidden = false;
  const hiddenColumns = new Uint8Array(lastColumn);
  let state: 'empty' | 'titled' | 'table' = 'empty';
  const closeRow = (): void => {
    const all = row;
    const cells = isRowHidden ? [] : all.filter((_, column) => hiddenColumns[column] === 0);
    row = [];
    const filled = cells.filter((value) => value !== '');
    if (filled.length === 0) {
      reader.hasHidden ||= all.some((value) => value !== '');
      return;
    }
    if (state === 'empty') {
      writer.heading(2, name);
      state = 'titled';
    }
    if (state === 'table') writer.tableRow(cells);
    else if (filled.length === 1) writer.paragraph(filled.join(''));
    else {
      writer.startTable(cells);
      state = 'table';
    }
  };
  await parseXml(pieces, {
    open(tag, attributes) {
      if (tag === 'row') {
        next = 0;
        isRowHidden = isTrue(attributes['hidden']);
      } else if (tag === 'col' && isTrue(attributes['hidden'])) {
        hiddenColumns.fill(1, Number(attributes['min']) - 1, Number(attributes['max']));
      } else if (tag === 'c') {
        const column = readColumn(attributes['r']) ?? next;
        cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '' };
        next = column + 1;
      } else if (tag === 'v' || tag === 't') inValue = true;
    },
    close(tag) {
      if (tag === 'v' || tag === 't') inValue = false;
      else if (tag === 'row') closeRow();
      else if (tag === 'c' && cell.value !== '' && cell.column < lastColumn) {
        // Without gaps: an array with large ones is slow to read.
        while (row.length < cell.column) row.push('');
        row[cell.column] = formatCell(cell, reader);
      }
    },
    text(text) {
      if (inValue) cell.value += text;
    },
  });
}

function readColumn(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + (letter.codePointAt(0) ?? 64) - 64;
  return column - 1;
}

function formatCell(cell: { type: string; style: number; value: string }, reader: CellReader): string {
  switch (cell.type) {
    case 's':
      return reader.strings[Number(cell.value)] ?? '';
    case 'b':
      return cell.value === '1' ? 'TRUE' : 'FALSE';
    case 'n':
      return formatStored(cell.value, reader.styleOf(cell.style), reader.is1904);
    default:
      return unescapeText(cell.value);
  }
}

function formatStored(stored: string, style: NumberStyle, is1904: boolean): string {
  const value = Number(stored);
  if (style === undefined || !Number.isFinite(value)) return formatNumberCell(stored);
  if (style === 'date') return formatSerialDate(value, is1904);
  return 'units' in style ? formatTimeSpan(value, style.units) : formatNumber(value, style);
}
