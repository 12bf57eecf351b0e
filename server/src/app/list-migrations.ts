import { createHash } from 'node:crypto';
import { readMigrations } from '../platform/migrations.ts';

export class MigrationChanged extends Error {}

/**
 * The SHA-256 of every migration, in the format of sha256sum. `known` is the list as it was: a migration on it may have
 * been applied, and no installation applies it again. Throws {@link MigrationChanged} if such a migration was changed or is missing.
 */
export async function listMigrations(known: string): Promise<string> {
  const lines = new Map<string, string>();
  for (const { name, text } of await readMigrations()) {
    lines.set(name, `${createHash('sha256').update(text).digest('hex')}  ${name}`);
  }
  const changed = known
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ line, name: line.slice(line.indexOf('  ') + 2) }))
    .filter(({ line, name }) => lines.get(name) !== line)
    .map(({ name }) => name);
  if (changed.length > 0) {
    throw new MigrationChanged(
      `${changed.join(', ')}: changed, but installations may have applied it before. Restore it, and write what is to ` +
        'change as a new migration. If it was never committed, remove its line from server/migrations.sha256.',
    );
  }
  return `${[...lines.values()].join('\n')}\n`;
}
