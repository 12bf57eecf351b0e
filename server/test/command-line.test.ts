import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileCache } from './spawn-server.ts';

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const npmStart = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url));

interface Outcome {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

let work = '';
let dataDir = '';
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'portico-commands-'));
  dataDir = join(work, 'data');
});
afterAll(async () => rm(work, { recursive: true, force: true }));

/** Runs `npm run portico -- …words` where no server has ever run. */
const run = async (...words: string[]) => runProgram(cli, words);

async function runProgram(program: string, words: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compileCache, DATA_DIR: dataDir };
    execFile(process.execPath, [program, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : error.code, stdout, stderr });
    });
  });
}

test.each([[[]], [['help']], [['--help']], [['backup', '--help']]])('%j prints the commands', async (words) => {
  const { code, stdout, stderr } = await run(...words);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('\n  workspace list\n');
  expect(stdout).toContain('\n  backup FILE                      writes everything');
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  ['the server', main, '--help'],
  ['the server', main, '-h'],
  ['npm start', npmStart, 'help'],
])('%s explains itself instead of starting (%s %s)', async (_, program, word) => {
  const { code, stdout, stderr } = await runProgram(program, [word]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^npm start -- \[--role ROLE\]\n/);
  for (const name of ['PORT', 'DATABASE_URL', 'MAX_STREAMS_PER_IP']) expect(stdout).toContain(` ${name}`);
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  [main, '--version'],
  [cli, '--version'],
  [cli, 'version'],
])('%s prints the version for %s', async (program, word) => {
  const outcome = await runProgram(program, [word]);
  expect(outcome).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' });
});

test.each([[['backups']], [['key']], [['key', 'remove', 'key_1']]])('%j is not understood', async (words) => {
  const { code, stdout, stderr } = await run(...words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`There is no command "${words.join(' ')}"\n`);
  expect(stderr).toContain('  key revoke ID\n');
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  [['console', 'link', '--emial', 'me@example.com']],
  [['workspace', 'create', 'One', 'Two']],
  [['backup', 'a.zip', '--verbose']],
  [['restore', 'a.zip', '--force']],
  [['move', 'postgres://127.0.0.1:9/portico', '--force']],
  [['bundle', 'import']],
])('%j is refused before anything is opened', async (words) => {
  const { code, stdout, stderr } = await run(...words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/ (unknown option|is one argument too many|FILE is missing)/);
  expect(stderr).toContain(`\nUsage: npm run portico -- ${words[0]}`);
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  [['key', 'list']],
  [['console', 'link']],
  [['backup', 'FILE']],
  [['bundle', 'export', 'FILE']],
  [['move', 'postgres://127.0.0.1:9/portico']],
])('%j names a folder without an installation, and does not create one', async (words) => {
  expect(await run(...words.map((word) => (word === 'FILE' ? join(work, 'file.zip') : word)))).toEqual({
    code: 1,
    stdout: '',
    stderr: `DATA_DIR: ${dataDir} has no installation; start the server once, or set DATA_DIR to the folder of one\n`,
  });
  expect(existsSync(dataDir)).toBe(false);
});
