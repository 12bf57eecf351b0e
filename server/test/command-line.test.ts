import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPortico, spawnPortico, spawnProgram } from './run-portico.ts';

let work = '';
let dataDir = '';
beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'portico-commands-'));
  dataDir = join(work, 'data');
});
afterAll(async () => rm(work, { recursive: true, force: true }));

/* Commands where no server has ever run: of each exit code, one is a process. */

test.each([
  [[], spawnPortico],
  [['help'], runPortico],
  [['--help'], runPortico],
  [['backup', '--help'], runPortico],
])('%j prints the commands', async (words, run) => {
  const { code, out, error } = await run({ DATA_DIR: dataDir }, words);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toContain('\n  workspace list\n');
  expect(out).toContain('\n  backup FILE                      writes everything');
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  ['server', '--help'],
  ['server', '-h'],
  ['npm start', 'help'],
] as const)('%s explains itself instead of starting (%s)', async (program, word) => {
  const { code, out, error } = await spawnProgram(program, { DATA_DIR: dataDir }, [word]);
  expect({ code, error }).toEqual({ code: 0, error: '' });
  expect(out).toMatch(/^npm start -- \[--role ROLE\]\n/);
  for (const name of ['PORT', 'DATABASE_URL', 'MAX_STREAMS_PER_IP']) expect(out).toContain(` ${name}`);
  expect(existsSync(dataDir)).toBe(false);
});

test.each(['portico', 'server', 'npm start'] as const)(
  '%s ends quietly if nobody reads what it prints, as before `| true`',
  async (program) => {
    const { code, error } = await spawnProgram(program, { DATA_DIR: dataDir }, ['--help'], { isRead: false });
    expect({ code, error }).toEqual({ code: 0, error: '' });
  },
);

test.each([
  ['server', '--version', async (words: string[]) => spawnProgram('server', { DATA_DIR: dataDir }, words)],
  ['portico', '--version', async (words: string[]) => spawnPortico({ DATA_DIR: dataDir }, words)],
  ['portico', 'version', async (words: string[]) => runPortico({ DATA_DIR: dataDir }, words)],
])('%s prints the version for %s', async (_, word, run) => {
  const outcome = await run([word]);
  expect(outcome).toEqual({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), error: '' });
});

test.each([
  [['backups'], spawnPortico],
  [['key'], runPortico],
  [['key', 'remove', 'key_1'], runPortico],
])('%j is not understood', async (words, run) => {
  const { code, out, error } = await run({ DATA_DIR: dataDir }, words);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toContain(`There is no command "${words.join(' ')}"\n`);
  expect(error).toContain('  key revoke ID\n');
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
  const { code, out, error } = await runPortico({ DATA_DIR: dataDir }, words);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toMatch(/ (unknown option|is one argument too many|FILE is missing)/);
  expect(error).toContain(`\nUsage: npm run portico -- ${words[0]}`);
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  [['key', 'list'], spawnPortico],
  [['console', 'link'], runPortico],
  [['backup', 'file.zip'], runPortico],
  [['bundle', 'export', 'file.zip'], runPortico],
  [['move', 'postgres://127.0.0.1:9/portico'], runPortico],
])('%j names a folder without an installation, and does not create one', async (words, run) => {
  expect(await run({ DATA_DIR: dataDir }, words, work)).toEqual({
    code: 1,
    out: '',
    error: `DATA_DIR: ${dataDir} has no installation; start the server once, or set DATA_DIR to the folder of one\n`,
  });
  expect(existsSync(dataDir)).toBe(false);
});
