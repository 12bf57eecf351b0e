import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startPGlite } from '../../platform/embedded-postgres.ts';
import { readMigrations } from '../../platform/migrations.ts';

const split = (text: string): string[] => text.split(' ');
const partOne = split(
  'workflows triggers agents threads knowledge-bases webhooks interfaces personas files api-keys',
).flatMap((resource) => [`${resource}:read`, `${resource}:write`]);
const others = split(
  'executions:read executions:cancel executions:approve workflows:execute triggers:execute agents:execute ' +
    'knowledge-bases:query personas:execute',
);
const added = split(
  'conversations:read conversations:write insights:read members:read members:write audit:read settings:write',
);

test('the upgrade gives every scope to keys that had every scope, and to no other', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'portico-upgrade-'));
  const { pglite, close } = await startPGlite(join(directory, 'database'));
  try {
    await pglite.exec('CREATE EXTENSION vector');
    const migrations = await readMigrations();
    const people = migrations.find(({ name }) => name === '0800_people.sql');
    if (people === undefined) throw new Error('the migration is missing');
    for (const { name, text } of migrations) if (name < people.name) await pglite.exec(text);
    await pglite.exec(`INSERT INTO workspaces (id, name) VALUES ('ws_1', 'default'), ('ws_2', 'other')`);
    const keys = { whole: [...others, ...partOne], partial: [...others, ...partOne].slice(1), small: ['agents:read'] };
    for (const [id, scopes] of Object.entries(keys)) {
      await pglite.query(
        `INSERT INTO api_keys (id, workspace_id, name, secret_hash, scopes) VALUES ($1, 'ws_2', 'K', '\\x00', $2)`,
        [id, scopes],
      );
    }
    await pglite.query(
      `INSERT INTO idempotent_requests (api_key_id, key, path, body_hash) VALUES ('whole', 'k', '/v1/agents', '\\x00')`,
    );
    await pglite.exec(people.text);
    const { rows } = await pglite.query<{ id: string; scopes: string[] }>('SELECT id, scopes FROM api_keys');
    const after = Object.fromEntries(rows.map(({ id, scopes }) => [id, scopes.toSorted()]));
    expect(after).toEqual({
      whole: [...others, ...partOne, ...added].toSorted(),
      partial: keys.partial.toSorted(),
      small: ['agents:read'],
    });
    const workspaces = await pglite.query('SELECT id, is_default, timezone FROM workspaces ORDER BY id');
    expect(workspaces.rows).toEqual([
      { id: 'ws_1', is_default: true, timezone: 'UTC' },
      { id: 'ws_2', is_default: false, timezone: 'UTC' },
    ]);
    expect((await pglite.query('SELECT 1 FROM idempotent_requests')).rows).toHaveLength(1);
  } finally {
    await close();
    await rm(directory, { recursive: true, force: true });
  }
});
