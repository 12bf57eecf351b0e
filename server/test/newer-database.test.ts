import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/platform/database.ts';
import { startPGlite } from '../src/platform/embedded-postgres.ts';
import { prepareDatabaseHome } from './databases/prepare-database-home.ts';
import { embeddedTemplate } from './databases/templates.ts';
import { runPortico, spawnProgram } from './run-portico.ts';
import { spawnServer } from './spawn-server.ts';

/* What this version does with a database that a newer one has updated. */
const migration = '9999_of_a_newer_version.sql';

test('an embedded one is refused with the ways out, except for a backup', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-newer-'));
  const { directory } = await embeddedTemplate();
  await cp(directory, join(dataDir, 'database'), { recursive: true });
  const first = await spawnServer(dataDir);
  await first.end('SIGTERM');
  const database = await openDatabase({ databaseUrl: undefined, dataDir }, startPGlite);
  await database.sql`INSERT INTO migrations (name) VALUES (${migration})`;
  await database.close();
  // One that is made now can't be restored by this version.
  const wayOut =
    `a newer version of Portico has updated the database (it has ${migration}). Start that version; to go back to this ` +
    'one, restore a backup from before the update to an empty DATA_DIR';
  for (const run of [
    async () => spawnProgram('server', { DATA_DIR: dataDir }, []),
    async () => runPortico({ DATA_DIR: dataDir }, ['key', 'list']),
    async () => runPortico({ DATA_DIR: dataDir }, ['move', 'postgres://nobody@server.invalid/portico']),
  ]) {
    const { code, out, error } = await run();
    expect(code).toBe(1);
    expect(out + error).toContain(`DATA_DIR: ${wayOut}`);
    expect((out + error).trim().split('\n')).toHaveLength(1);
  }
  const backup = await runPortico({ DATA_DIR: dataDir }, ['backup', join(dataDir, 'newer.zip')]);
  expect(backup).toMatchObject({ code: 0 });
  await rm(dataDir, { recursive: true });
});

test.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'one on a server is used, because newer processes may run beside, with a warning in the log',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portico-newer-'));
    const { environment, remove } = await prepareDatabaseHome(dataDir);
    const current = await spawnServer(dataDir, environment);
    expect(current.output()).not.toContain('newer version');
    const database = await openDatabase({ databaseUrl: environment.DATABASE_URL, dataDir });
    await database.sql`INSERT INTO migrations (name) VALUES (${migration})`;
    const older = await spawnServer(dataDir, environment);
    const warning = older
      .output()
      .split('\n')
      .find((line) => line.includes('newer version'));
    expect(JSON.parse(warning ?? '{}')).toMatchObject({ level: 40, migration });
    expect((await fetch(`${older.url}/readyz`)).status).toBe(200);
    await older.end('SIGTERM');
    await current.end('SIGTERM');
    await database.close();
    await remove();
    await rm(dataDir, { recursive: true });
  },
);
