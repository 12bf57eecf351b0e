import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from './keep-results.ts';
import type { Row } from './row.ts';

/*
 * The two tables of the README's comparison: the last measurements, between `<!-- measured -->` and `<!-- /measured
 * -->`. This part is always generated.
 */

const readme = join(import.meta.dirname, '../README.md');

/** How long visitors wait, by the row names of `widget.bench.ts`. */
const waits: readonly (readonly [what: string, label: string])[] = [
  ['loaded to a usable panel', 'loaded until one can write'],
  ['launcher visible', 'launcher visible'],
  ['usable after the navigation', 'one can write, after the page was opened'],
  ['usable after the click', 'one can write, after the click'],
  ['blocked beyond 50 ms', 'the page is blocked, in tasks over 50 ms'],
];

/** Figures of the server, and of the same work without it in the same run. */
const floors: readonly { word: string; what: string; label: string; floor: string }[] = [
  {
    word: 'answers',
    what: 'FAQ: MRR@10 of 60 questions',
    label: 'Search, 60 questions of customers (MRR@10)',
    floor: 'plain BM25',
  },
  {
    word: 'answers',
    what: 'typos: MRR@10 of 60 questions',
    label: 'Search, the same misspelt (MRR@10)',
    floor: 'plain BM25',
  },
  {
    word: 'answers',
    what: 'other languages: MRR@10 of 220 questions',
    label: 'Search, 220 questions in other languages (MRR@10)',
    floor: 'plain BM25',
  },
  {
    word: 'first-token',
    what: 'first token of a reply, p50',
    label: 'First token of a reply, p50',
    floor: 'a proxy of twenty lines',
  },
  {
    word: 'listeners',
    what: '1,000 listeners, p99',
    label: 'An event to 1,000 listeners, p99',
    floor: 'streams from memory',
  },
  {
    word: 'cancel',
    what: 'a reply, p50',
    label: 'From a cancel until the model is stopped, p50',
    floor: 'hanging up on the model',
  },
];

/** Writes the tables into the README; a figure that was never measured is left out. */
export function writeComparison(results: readonly Result[]): void {
  const text = readFileSync(readme, 'utf8');
  const tables = [compareWidgets(results), compareFloors(results)].filter((table) => table !== '');
  const place = /(<!-- measured -->\n).*?(<!-- \/measured -->)/s;
  writeFileSync(
    readme,
    text.replace(place, (_, before: string, after: string) => `${before}\n${tables.join('\n\n')}\n\n${after}`),
  );
}

function compareWidgets(results: readonly Result[]): string {
  const result = results.find(({ word }) => word === 'widget');
  if (result === undefined) return '';
  const figures = new Map(result.rows.map((row) => [row.what, row]));
  const names = result.rows
    .flatMap(({ what }) => /^(.+): loaded to a usable panel$/.exec(what)?.[1] ?? [])
    .filter((name) => name !== 'portico');
  const products = ['portico', ...names];
  const line = ([what, label]: readonly [string, string]): string[] => [
    label,
    ...products.map((name) => show(figures.get(`${name}: ${what}`))),
  ];
  return layOut([['', 'Portico', ...names], ...waits.map(line)]);
}

function compareFloors(results: readonly Result[]): string {
  const lines = floors.flatMap(({ word, what, label, floor }) => {
    const row = results
      .find((result) => result.word === word && result.profile === 'embedded')
      ?.rows.find((one) => one.what === what);
    if (row?.floor === undefined) return [];
    return [[label, show(row), `${show({ ...row, value: row.floor })} (${floor})`]];
  });
  return lines.length === 0 ? '' : layOut([['', 'Portico', 'without'], ...lines]);
}

/** Milliseconds, shown as seconds from one second on. */
function show(row: Row | undefined): string {
  if (row === undefined) return '–';
  const { value, unit } = row;
  if (unit === 'ms' && value >= 1000) return `${(value / 1000).toFixed(1)} s`;
  return `${value.toLocaleString('en', { maximumSignificantDigits: 3 })} ${unit}`.trim();
}

/** A Markdown table, aligned for reading as plain text. */
function layOut(cells: readonly (readonly string[])[]): string {
  const [head = []] = cells;
  const widths = head.map((_, column) => Math.max(3, ...cells.map((line) => line[column]?.length ?? 0)));
  const lines = cells.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}
