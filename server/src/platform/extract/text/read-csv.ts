import Papa from 'papaparse';
import type { DocumentWriter } from '../document-writer.ts';

/** The first line by which exports name their separator for Excel. */
const separatorLine = /^\uFEFF?"?sep=([,;|\t])"?\n/i;

/**
 * Writes comma- (or tab-, semicolon-, pipe-) separated text as one table. Lines above its first row with several values
 * are a title if that row names columns; otherwise the last of them is the header.
 */
export function readCsv(text: string, writer: DocumentWriter): void {
  const [line = '', delimiter = ''] = separatorLine.exec(text) ?? [];
  const titles: string[][] = [];
  let isStarted = false;
  const start = (row: readonly string[]): void => {
    const header = row.every((value) => value.trim() === '' || /\p{L}/u.test(value)) ? row : (titles.pop() ?? row);
    for (const title of titles) writer.paragraph(title.join(''));
    writer.startTable(header);
    if (header !== row) writer.tableRow(row);
    isStarted = true;
  };
  Papa.parse<string[]>(text.slice(line.length), {
    delimiter,
    skipEmptyLines: 'greedy',
    step({ data }) {
      if (isStarted) writer.tableRow(data);
      else if (data.length > 1 && data.filter((value) => value.trim() !== '').length === 1) titles.push(data);
      else start(data);
    },
  });
  if (isStarted) return;
  // Every row has a single value: a list.
  for (const [index, row] of titles.entries()) {
    if (index === 0) writer.startTable(row);
    else writer.tableRow(row);
  }
}
