import Papa from 'papaparse';
import type { DocumentWriter } from './document-writer.ts';

/** Writes comma- (or tab-, semicolon-, pipe-) separated text as one table whose first row is the header. */
export function readCsv(text: string, writer: DocumentWriter): void {
  let isStarted = false;
  Papa.parse<string[]>(text, {
    skipEmptyLines: 'greedy',
    step({ data }) {
      if (isStarted) writer.tableRow(data);
      else writer.startTable(data);
      isStarted = true;
    },
  });
}
