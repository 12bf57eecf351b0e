import type { BoundedArchive } from './bounded-archive.ts';
import { ExtractionError } from './extraction-error.ts';
import { extractionLimits } from './extraction-limits.ts';
import { parseXml } from './parse-xml.ts';

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
      if (name === 'si') strings.push(text);
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

/** Reports which cell styles show their number as a date (ECMA-376 18.8.30). */
export async function readDateStyles(archive: BoundedArchive): Promise<(styleIndex: number) => boolean> {
  const customDates = new Set<number>();
  const styles: boolean[] = [];
  let inCellFormats = false;
  await parseXml(archive.readText('xl/styles.xml'), {
    open(name, attributes) {
      const id = Number(attributes['numFmtId']);
      if (name === 'numFmt' && showsDate(attributes['formatCode'] ?? '')) customDates.add(id);
      else if (name === 'cellXfs') inCellFormats = true;
      else if (name === 'xf' && inCellFormats) styles.push(isBuiltInDate(id) || customDates.has(id));
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return (styleIndex) => styles[styleIndex] ?? false;
}

function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

function showsDate(formatCode: string): boolean {
  const bare = formatCode.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_.|General/gi, '');
  return /[ymdh]/i.test(bare);
}

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

/** A stored number as people write it: without binary rounding errors (0.30000000000000004). */
export function formatNumberCell(stored: string): string {
  const value = Number(stored);
  return Number.isFinite(value) && stored.trim() !== '' ? String(Number(value.toPrecision(15))) : stored;
}
