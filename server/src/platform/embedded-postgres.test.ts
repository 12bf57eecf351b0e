import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { embeddedTemplate } from '../../test/databases/templates.ts';

/** Starts Postgres in a process that may use so many bytes, has it compute much, and returns what it used at most. */
async function measureMemory(memory: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-memory-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  cpSync((await embeddedTemplate()).directory, folder, { recursive: true });
  const program = `
    process.constrainedMemory = () => ${memory};
    const { startPGlite } = await import('${new URL('embedded-postgres.ts', import.meta.url).href}');
    const { pglite, close } = await startPGlite(${JSON.stringify(folder)});
    await pglite.exec('SELECT sum(i) FROM generate_series(1, 300000) i WHERE i % 3 = 0');
    await close();
    console.log(process.resourceUsage().maxRSS);
  `;
  // V8 optimizes a function in the call that makes it worth it, so there is nothing to wait for.
  const { stdout } = await promisify(execFile)(process.execPath, ['--wasm-sync-tier-up', '--eval', program]);
  return Number(stdout);
}

test('a machine with little memory runs Postgres without optimizing it, which needs more than twice as much', async () => {
  const gibibyte = 1024 ** 3;
  // No machine has as much: then its own memory counts.
  const large = await measureMemory(1024 * gibibyte);
  const small = await measureMemory(gibibyte / 2);
  expect(large / small).toBeGreaterThan(2);
});
