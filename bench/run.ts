import { readdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { formatTable } from './format-table.ts';
import { describeMachine, keepResults, readProfile, type Result } from './keep-results.ts';
import { isMet, type Bench } from './row.ts';

/**
 * `npm run bench -- [word …]` runs the benches whose file names contain one of the words (by default all), one after
 * the other, prints their tables and stores them. Exits with 1 if a target isn't met.
 */
const words = process.argv.slice(2);
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)));

const results: Result[] = [];
for (const file of files.toSorted()) {
  const bench: Bench = await import(join(import.meta.dirname, file));
  const profile = readProfile();
  const [load = 0] = loadavg();
  process.stdout.write(`\n${bench.name} (${profile}, load ${load.toFixed(1)})\n`);
  const rows = await bench.run();
  process.stdout.write(`${formatTable(rows)}\n`);
  const word = file.slice(0, -'.bench.ts'.length);
  const measuredAt = new Date().toISOString();
  results.push({ name: bench.name, word, profile, measuredAt, machine: describeMachine(), load, rows });
}

if (results.length === 0) process.stderr.write('no bench of that name\n');
else keepResults(results);
// Clients left open by a bench would keep the process from ending.
process.exit(results.length > 0 && results.every(({ rows }) => rows.every(isMet)) ? 0 : 1);
