import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { embeddedTemplate } from '../../test/databases/templates.ts';

const moduleOf = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);

/** A folder with an empty database, which is removed after the test. */
async function prepareFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-engine-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  cpSync((await embeddedTemplate()).directory, join(folder, 'database'), { recursive: true });
  return folder;
}

/**
 * Starts Postgres in a process that may use so many bytes of memory, has it compute much, and returns how many bytes V8
 * needed to optimize the largest function of it.
 */
async function measureOptimizing(memory: number): Promise<number> {
  const directory = join(await prepareFolder(), 'database');
  const program = `
    process.constrainedMemory = () => ${memory};
    const { startPGlite } = await import(${moduleOf('embedded-postgres.ts')});
    const { pglite, close } = await startPGlite(${JSON.stringify(directory)});
    await pglite.exec('SELECT sum(i) FROM generate_series(1, 300000) i WHERE i % 3 = 0');
    await close();
  `;
  // V8 optimizes a function in the call that makes it worth it, so there is nothing to wait for.
  const flags = ['--wasm-sync-tier-up', '--trace-wasm-compilation-times'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--eval', program], { maxBuffer: 2 ** 26 });
  return Math.max(...[...stdout.matchAll(/using TurboFan, .* and (\d+) /g)].map(([, bytes]) => Number(bytes)));
}

test('a machine with little memory runs Postgres without optimizing its largest functions', async () => {
  const gibibyte = 1024 ** 3;
  // No machine has as much: then its own memory counts.
  const large = await measureOptimizing(1024 * gibibyte);
  const small = await measureOptimizing(gibibyte / 2);
  expect(large / small).toBeGreaterThan(10);
});

test('a process whose database can’t write its log ends, and names the reason', async () => {
  const folder = await prepareFolder();
  const program = `
    const { openDatabase } = await import(${moduleOf('database.ts')});
    const { rmSync } = await import('node:fs');
    const { sql } = await openDatabase({ databaseUrl: undefined, dataDir: ${JSON.stringify(folder)} });
    await sql.unsafe('CREATE TABLE filled (text text)');
    rmSync(${JSON.stringify(join(folder, 'database', 'pg_wal'))}, { recursive: true });
    for (;;) await sql.unsafe("INSERT INTO filled SELECT repeat('x', 1000) FROM generate_series(1, 400)").catch(() => {});
  `;
  const ended = promisify(execFile)(process.execPath, ['--liftoff-only', '--eval', program]);
  await expect(ended).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Portico stops\. DATA_DIR: the database can't write its files there: .*pg_wal.*\n$/),
  });
});
