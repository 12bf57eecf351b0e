import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportFormat } from '@portico/shared-types';
import { disarmFormula } from '../disarm-formula.ts';
import { RawAnswer } from './route.ts';

/** Describes in an operation the formats that it offers. */
export const tableFormats =
  'as a table for spreadsheets (UTF-8 with a byte order mark; no field is interpreted as a formula) or as JSON Lines';

/** A field of the rows, or a column's name and the value of its cell in a row. */
export type Column<Row> = (keyof Row & string) | readonly [name: string, value: (row: Row) => unknown];

interface Table<Row> {
  /** The name of the file, without its extension. */
  readonly name: string;
  readonly format: ExportFormat;
  readonly batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** The columns of the CSV file; a line of JSON is the whole row. */
  readonly columns: readonly Column<Row>[];
}

/** Sends rows as a download that is read from the database as fast as the client reads it. */
export function downloadTable<Row>({ name, format, batches, columns }: Table<Row>): RawAnswer {
  const lines = format === 'csv' ? toCsv(columns, batches) : toJsonLines(batches);
  return new RawAnswer(async (response) => {
    response.status(200).type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8');
    response.set('Content-Disposition', `attachment; filename="${name}.${format}"`);
    response.set('Cache-Control', 'private, no-store');
    await pipeline(Readable.from(lines), response).catch((error: unknown) => {
      // A client that disconnects ends the download.
      if (!response.destroyed) throw error;
    });
  });
}

/**
 * Reads a list to its end, at most `size` rows at once, which determines the memory that a download uses, regardless of
 * its length. `read` may return fewer rows if they are large; none is the end.
 */
export async function* readInBatches<Row>(
  size: number,
  read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  do {
    const rows = await read(last, size);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
  } while (last !== undefined);
}

async function* toJsonLines(batches: Table<unknown>['batches']): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

async function* toCsv<Row>(columns: readonly Column<Row>[], batches: Table<Row>['batches']): AsyncGenerator<string> {
  const { default: Papa } = await import('papaparse');
  const writeLines = (rows: readonly string[][]): string =>
    `${Papa.unparse(
      rows.map((row) => row.map(disarmFormula)),
      { newline: '\r\n' },
    )}\r\n`;
  yield `\uFEFF${writeLines([columns.map((column) => (typeof column === 'string' ? column : column[0]))])}`;
  for await (const rows of batches) {
    yield writeLines(rows.map((row) => columns.map((column) => write(readCell(row, column)))));
  }
}

function readCell<Row>(row: Row, column: Column<Row>): unknown {
  return typeof column === 'string' ? row[column] : column[1](row);
}

function write(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(write).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
