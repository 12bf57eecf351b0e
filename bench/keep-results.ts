import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { formatTable } from './format-table.ts';
import type { Row } from './row.ts';
import { writeComparison } from './write-comparison.ts';

/** The last results of one bench on one profile, and the circumstances of the measurement. */
export type Result = {
  name: string;
  /** The word that runs it: `npm run bench -- word`. */
  word: string;
  profile: Profile;
  measuredAt: string;
  machine: string;
  /** Programs that waited for a processor when the bench started (the load average of the minute before). */
  load: number;
  rows: Row[];
};

/** The services that the server was measured on. */
export type Profile = 'embedded' | 'Postgres' | 'Postgres and Redis';

const json = join(import.meta.dirname, 'results.json');
const markdown = join(import.meta.dirname, 'README.md');

/** A short description of the machine: processor, cores, memory and Node. */
export function describeMachine(): string {
  const [first] = cpus();
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `${first?.model.trim() ?? 'unknown processor'}, ${cpus().length} cores, ${gigabytes} GB, Node ${process.versions.node}`;
}

/** The profile set by the environment. */
export function readProfile(): Profile {
  if (process.env['TEST_DATABASE_URL'] === undefined) return 'embedded';
  return process.env['TEST_REDIS_URL'] === undefined ? 'Postgres' : 'Postgres and Redis';
}

/**
 * Stores the results in results.json, README.md and the README of the repository; results of benches that didn't run
 * are kept.
 */
export function keepResults(fresh: readonly Result[]): void {
  const kept: Result[] = existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : [];
  const keyOf = ({ word, profile }: Result): string => `${word} ${profile}`;
  const replaced = new Set(fresh.map(keyOf));
  const all = [...kept.filter((result) => !replaced.has(keyOf(result))), ...fresh].toSorted((a, b) =>
    keyOf(a).localeCompare(keyOf(b)),
  );
  writeFileSync(json, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(markdown, `${introduction}\n${all.map(describe).join('\n')}`);
  writeComparison(all);
}

function describe({ name, word, profile, measuredAt, machine, load, rows }: Result): string {
  const when = `${measuredAt.slice(0, 10)}, ${machine}; load ${load.toFixed(1)} at the start`;
  return `## ${name}: ${profile}\n\n\`npm run bench -- ${word}\`, ${when}\n\n${formatTable(rows)}\n`;
}

const introduction = `# Measured

\`npm run bench\` runs every bench, \`npm run bench -- read streams\` those whose file names hold one of the words. It writes
this page and \`results.json\`, keeps what it didn't run, and exits with 1 where an aim is missed. Without anything set it
measures the embedded database; with \`TEST_DATABASE_URL\` and \`TEST_REDIS_URL\` it measures real servers.

A **floor** is the same work without us, measured in the same run: bare Express with the same select, a proxy of twenty
lines, streams from memory, the library alone. It says what the machine could do at that moment, so a figure is read
beside its floor. The server, the model double and the floors are processes of their own (\`floors/\`), since what drives
them should take none of their time; on two cores it takes some all the same. Where the **load** at the start is over the
number of cores, other programs were running, and only the comparison with the floor says something.
`;
