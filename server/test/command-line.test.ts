import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileCache } from './spawn-server.ts';

const cli = fileURLToPath(new URL('../src/cli.ts', import.meta.url));

let work = '';
let dataDir = '';
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'portico-commands-'));
  dataDir = join(work, 'data');
});
afterAll(async () => rm(work, { recursive: true, force: true }));

/** Runs `npm run portico -- …words` where no server has ever run. */
async function run(...words: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compileCache, DATA_DIR: dataDir };
    execFile(process.execPath, [cli, ...words], { env }, (error, stdout, stderr) => {
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
