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

\`npm run bench\` runs every benchmark; \`npm run bench -- read streams\` runs those whose file names contain one of the words.
It updates this page and \`results.json\`, keeps the results of benchmarks that it didn't run, and exits with 1 if a target
(\`aim\`) is missed. By default it measures the embedded database; with \`TEST_DATABASE_URL\` and \`TEST_REDIS_URL\` it measures
real servers.

A **floor** is a baseline: the same work without Portico, measured in the same run, for example bare Express with the same
select, a proxy of twenty lines, streams from memory, or the library alone. It shows what the machine could do at that
moment, so compare each figure with its floor. The server, the test double of the model and the floors are separate
processes (\`floors/\`), so that the load generator takes as little of their time as possible; on two cores it still takes
some. If the **load** at the start is higher than the number of cores, other programs were running, and only the
comparison with the floor is meaningful.
`;
