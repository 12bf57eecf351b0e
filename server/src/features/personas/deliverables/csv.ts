import { marked, type Token, type Tokens } from 'marked';
import Papa from 'papaparse';
import { disarmFormula } from '../../../platform/disarm-formula.ts';
import { DeliverableError } from './deliverable-error.ts';

/** Creates a CSV file (RFC 4180) from a model's text: CSV, a fenced block of CSV, or a Markdown table. */
export function writeCsv(content: string): Buffer {
  const rows = readRows(unfence(content));
  const [header] = rows;
  if (header === undefined || rows.length < 2) {
    throw new DeliverableError('A CSV file needs a header row and at least one row of data.');
  }
  if (header.length < 2 && rows.every((row) => row.length < 2) && /\s/.test(header[0] ?? '')) {
    throw new DeliverableError('This is running text, not a table: separate the columns by commas.');
  }
  const uneven = rows.findIndex((row) => row.length !== header.length);
  if (uneven !== -1) {
    const found = rows[uneven]?.length ?? 0;
    throw new DeliverableError(
      `Row ${uneven + 1} has ${found} fields and the header has ${header.length}: quote the fields that hold commas.`,
    );
  }
  const armless = rows.map((row) => row.map(disarmFormula));
  return Buffer.from(`${Papa.unparse(armless, { newline: '\r\n' })}\r\n`);
}

/** The last table in these texts, as CSV; undefined if there is none. */
export function findTable(texts: readonly string[]): string | undefined {
  for (const text of texts.toReversed()) {
    for (const token of marked.lexer(text).toReversed()) {
      const content = tableIn(token);
      if (content !== undefined) return content;
    }
  }
  return undefined;
}

/** Whether these bytes are a CSV file with a header and data, in which every row has the same length. */
export function isCsv(bytes: Buffer): boolean {
  // The delimiter is given, because guessing fails on a single column, and may pick semicolons inside a text.
  const { data, errors } = Papa.parse<string[]>(bytes.toString('utf8').trimEnd(), { delimiter: ',' });
  const width = data[0]?.length ?? 0;
  return errors.length === 0 && data.length >= 2 && data.every((row) => row.length === width);
}

function readRows(content: string): string[][] {
  const table = findMarkdownTable(content);
  if (table !== undefined) return table;
  const { data, errors } = Papa.parse<string[]>(content.trim(), { skipEmptyLines: 'greedy' });
  // A single column has no detectable delimiter, which isn't a fault.
  const fault = errors.find(({ code }) => code !== 'UndetectableDelimiter');
  if (fault !== undefined) throw new DeliverableError(`This is not valid CSV: ${fault.message}.`);
  return data;
}

function findMarkdownTable(content: string): string[][] | undefined {
  if (!/^\s*\|/.test(content)) return undefined;
  const table = marked.lexer(content).find((token): token is Tokens.Table => token.type === 'table');
  return table === undefined ? undefined : toRows(table);
}

function tableIn(token: Token): string | undefined {
  if (isTable(token)) return Papa.unparse(toRows(token));
  if (token.type !== 'code' || token['lang'] !== 'csv') return undefined;
  const text: unknown = token['text'];
  return typeof text === 'string' ? text : undefined;
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === 'table';
}

function toRows({ header, rows }: Tokens.Table): string[][] {
  return [header, ...rows].map((row) => row.map(({ text }) => text));
}

/** The content of the fence around a table; a model may have written a sentence above it. */
function unfence(content: string): string {
  const fence = /(?:^|\n)```csv\n([\s\S]*?)\n```/.exec(content) ?? /^\s*```\w*\n([\s\S]*?)\n?```\s*$/.exec(content);
  return fence?.[1] ?? content;
}
