import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { optimizedEngine } from './optimized-engine.ts';

// Without it the tests pass too, but take longer.
const isStored = process.env['PORTICO_TEST_ALL'] !== undefined && process.env['TEST_DATABASE_URL'] === undefined;

test.runIf(isStored)(
  'a run of all tests has optimized the database, in a form that this version of V8 accepts',
  async () => {
    expect(await optimizedEngine()).toBeDefined();
  },
);

test.runIf(isStored)('a server of the browser tests, which has no flags of its own, uses it too', async () => {
  const preload = new URL('use-optimized-engine.ts', import.meta.url).href;
  // In place of the server: it prints the function that opens a database.
  const program = "import('@electric-sql/pglite').then(({ PGlite }) => console.log(String(PGlite.create)))";
  const words = [`--import=${preload}`, '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: import.meta.dirname });
  expect(stdout).toContain('pgliteWasmModule');
});
