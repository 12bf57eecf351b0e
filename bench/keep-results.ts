import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { formatTable } from './format-table.ts';
import type { Row } from './row.ts';

/** The last figures of one bench, and when and on what they were measured. */
export type Result = { name: string; measuredAt: string; machine: string; rows: Row[] };

const json = join(import.meta.dirname, 'results.json');
const markdown = join(import.meta.dirname, 'results.md');

/** A few words on the machine: processor, cores, memory and Node. */
export function describeMachine(): string {
  const [first] = cpus();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${gigabytes} GB, Node ${process.versions.node}`;
}

/** Keeps the results in results.json and results.md; those of benches that didn't run stay as they were. */
export function keepResults(fresh: readonly Result[]): void {
  const kept: Result[] = existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : [];
  const names = new Set(fresh.map(({ name }) => name));
  const all = [...kept.filter(({ name }) => !names.has(name)), ...fresh].toSorted((a, b) =>
    a.name.localeCompare(b.name),
  );
  writeFileSync(json, `${JSON.stringify(all, null, 2)}\n`);
  const sections = all.map(
    ({ name, measuredAt, machine, rows }) =>
      `## ${name}\n\n${measuredAt.slice(0, 10)}, ${machine}\n\n${formatTable(rows)}\n`,
  );
  writeFileSync(markdown, `# Measured\n\nMade by \`npm run bench\`.\n\n${sections.join('\n')}`);
}
