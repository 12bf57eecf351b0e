import type { Transaction } from '../database.ts';
import type { Table } from './catalogue.ts';

/** Bytes of rows in memory at a time, estimated from the rows before; a single row may be larger. */
const batchBytes = 2 * 1024 * 1024;
const maxBatchRows = 1000;

/**
 * Reads a table row by row as JSON objects, in batches. JSON is the one text format that both databases read back to
 * the same value (numbers keep their digits, because nothing here parses them) and that includes the column names.
 */
export async function* readRows(tx: Transaction, { name, columns }: Table): AsyncGenerator<readonly string[]> {
  await tx`
    DECLARE backup_rows NO SCROLL CURSOR FOR
    SELECT row_to_json(stored)::text AS line FROM (SELECT ${tx([...columns])} FROM ${tx(name)}) AS stored`;
  let size = 10;
  for (;;) {
    const rows = await tx.unsafe<{ line: string }[]>(`FETCH ${size} FROM backup_rows`);
    if (rows.length === 0) break;
    const lines = rows.map(({ line }) => line);
    yield lines;
    const perRow = lines.reduce((sum, line) => sum + line.length, 0) / lines.length;
    size = Math.min(maxBatchRows, size * 4, Math.max(1, Math.floor(batchBytes / perRow)));
  }
  await tx`CLOSE backup_rows`;
}
