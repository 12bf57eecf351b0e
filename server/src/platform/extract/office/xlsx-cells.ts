import type { BoundedArchive } from './bounded-archive.ts';
import { ExtractionError } from '../extraction-error.ts';
import { extractionLimits } from '../extraction-limits.ts';
import { type NumberFormat, readNumberFormat } from './number-format.ts';
import { parseXml } from '../parse-xml.ts';

/** Texts of the workbook's shared table, in order; phonetic readings are left out. */
export async function readSharedStrings(archive: BoundedArchive): Promise<string[]> {
  const strings: string[] = [];
  let text = '';
  let inText = false;
  let phonetic = 0;
  let length = 0;
  await parseXml(archive.readText('xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') inText = true;
      else if (name === 'rPh') phonetic += 1;
    },
    close(name) {
      if (name === 'si') strings.push(unescapeText(text));
      else if (name === 't') inText = false;
      else if (name === 'rPh') phonetic -= 1;
    },
    text(piece) {
      if (!inText || phonetic > 0) return;
      text += piece;
      length += piece.length;
      if (length > extractionLimits.textLength) throw new ExtractionError('too_large');
    },
  });
  return strings;
}

/**
 * How a style shows a number: as a date, as a time span in these units (`hm` for `[h]:mm`), as a number in a format, or,
 * if undefined, as it is stored.
 */
export type NumberStyle = 'date' | { readonly units: string } | NumberFormat | undefined;

/** Reads how the cell styles show a number (ECMA-376 18.8.30 and 18.8.31). */
export async function readNumberStyles(archive: BoundedArchive): Promise<(styleIndex: number) => NumberStyle> {
  const customStyles = new Map<number, NumberStyle>();
  const styles: NumberStyle[] = [];
  let inCellFormats = false;
  await parseXml(archive.readText('xl/styles.xml'), {
    open(name, attributes) {
      const id = Number(attributes['numFmtId']);
      if (name === 'numFmt') customStyles.set(id, readFormatCode(attributes['formatCode'] ?? ''));
      else if (name === 'cellXfs') inCellFormats = true;
      else if (name === 'xf' && inCellFormats) styles.push(customStyles.get(id) ?? findBuiltInStyle(id));
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return (styleIndex) => styles[styleIndex];
}

function findBuiltInStyle(id: number): NumberStyle {
  if (id === 46) return { units: 'hms' };
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  const code = builtInCodes[id];
  return isDate ? 'date' : code === undefined ? undefined : readNumberFormat(code);
}

/** Formats whose codes a file doesn't contain (ECMA-376 18.8.30), except those of dates and of the system's currency. */
const builtInCodes: Readonly<Record<number, string>> = {
  2: '0.00',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  39: '0.00',
  40: '0.00',
};

/** Excel's limit; longer ones take more than linear time. */
const maxFormatCode = 255;

function readFormatCode(formatCode: string): NumberStyle {
  if (formatCode.length > maxFormatCode) return undefined;
  const code = formatCode.toLowerCase().replaceAll(/"[^"]*"|\\.|_.|general/g, '');
  const bare = code.replaceAll(/\[[^[\]]*\]/g, '');
  // In brackets, a unit is not carried into the next larger one.
  const largest = /\[(?:h+|m+|s+)\]/.exec(code)?.[0][1];
  if (largest === undefined) return /[ymdh]/.test(bare) ? 'date' : readNumberFormat(formatCode);
  const first = timeUnits.indexOf(largest);
  const last = Math.max(first, bare.includes('s') ? 2 : bare.includes('m') ? 1 : 0);
  return { units: timeUnits.slice(first, last + 1) };
}

const timeUnits = 'hms';
const secondsPerUnit = [3600, 60, 1];

/** A serial number as an ISO date, a time, or both; days count from 1899-12-30, or from 1904 in older Mac files. */
export function formatSerialDate(serial: number, is1904: boolean): string {
  const days = serial + (is1904 ? 1462 : 0);
  const date = new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400) * 1000);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return String(serial);
  const [day = '', time = ''] = date.toISOString().split('T');
  const clock = time.slice(0, time.startsWith('00:00:00') ? 0 : time.slice(6, 8) === '00' ? 5 : 8);
  if (serial >= 0 && serial < 1) return clock === '' ? '00:00' : clock;
  return clock === '' ? day : `${day} ${clock}`;
}

/** A number of days as a time span, `30:00` for `hm`; smaller units than these are added if there is a rest. */
export function formatTimeSpan(days: number, units: string): string {
  const total = Math.round(Math.abs(days) * 86_400);
  if (!Number.isSafeInteger(total)) return String(days);
  const parts: string[] = [];
  let rest = total;
  for (const seconds of secondsPerUnit.slice(timeUnits.indexOf(units.charAt(0)))) {
    if (parts.length >= units.length && rest === 0) break;
    parts.push(String(Math.floor(rest / seconds)).padStart(parts.length === 0 ? 1 : 2, '0'));
    rest %= seconds;
  }
  return (days < 0 && total > 0 ? '-' : '') + parts.join(':');
}

/**
 * Text whose characters may be escaped as `_x000D_` (ECMA-376 22.9.2.19), without control characters; lines end with
 * line feeds.
 */
export function unescapeText(text: string): string {
  return text.replaceAll(/_x000d_(?:\n|_x000a_)?|_x([\da-f]{4})_/gi, (_, code?: string) =>
    code === undefined ? '\n' : decodeCharacter(Number.parseInt(code, 16)),
  );
}

function decodeCharacter(code: number): string {
  return code >= 0x20 || code === 0x09 || code === 0x0a ? String.fromCodePoint(code) : '';
}

/** A stored number as people write it: without binary rounding errors (0.30000000000000004). */
export function formatNumberCell(stored: string): string {
  const value = Number(stored);
  return Number.isFinite(value) && stored.trim() !== '' ? String(Number(value.toPrecision(15))) : stored;
}
