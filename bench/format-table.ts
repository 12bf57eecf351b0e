import { isMet, type Row } from './row.ts';

/** The rows as a Markdown table, aligned for reading as plain text. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [['what', 'value', 'floor', 'aim', 'met'], ...rows.map(formatRow)];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  const lines = cells.map((line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  return lines.join('\n');
}

function formatRow(row: Row): string[] {
  const { what, value, floor, aim, unit } = row;
  const amount = (number: number): string => `${formatNumber(number)} ${unit}`;
  return [
    what,
    amount(value),
    floor === undefined ? '' : amount(floor),
    aim === undefined ? '' : 'atLeast' in aim ? `≥ ${amount(aim.atLeast)}` : `≤ ${amount(aim.atMost)}`,
    aim === undefined ? '' : isMet(row) ? 'yes' : 'NO',
  ];
}

function formatNumber(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: Math.abs(value) < 1000 ? 3 : 5 });
}
