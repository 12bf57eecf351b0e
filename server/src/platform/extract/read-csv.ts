import Papa from 'papaparse';
import type { DocumentWriter } from './document-writer.ts';

/** The first line by which exports name their separator for Excel. */
const separatorLine = /^\uFEFF?"?sep=([,;|\t])"?\n/i;

/**
 * Writes comma- (or tab-, semicolon-, pipe-) separated text as one table whose first row with several values is the
 * header; lines above it with one value, such as a title, are paragraphs.
 */
export function readCsv(text: string, writer: DocumentWriter): void {
  const [line = '', delimiter = ''] = separatorLine.exec(text) ?? [];
  let isStarted = false;
  Papa.parse<string[]>(text.slice(line.length), {
    delimiter,
    skipEmptyLines: 'greedy',
    step({ data }) {
      const filled = data.filter((value) => value.trim() !== '');
      if (isStarted) writer.tableRow(data);
      else if (filled.length === 1 && data.length > 1) writer.paragraph(filled.join(''));
      else {
        writer.startTable(data);
        isStarted = true;
      }
    },
  });
}
