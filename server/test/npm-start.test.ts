import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { prepareDatabaseHome } from './databases/prepare-database-home.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('npm start closes its folder to other users and hands SIGTERM to the server, which stops in good order', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-npm-start-'));
  // As a volume is mounted, and as an older version left what is in it.
  await chmod(dataDir, 0o755);
  await writeFile(join(dataDir, 'left.txt'), 'old', { mode: 0o644 });
  const home = await prepareDatabaseHome(dataDir);
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      ...home.environment,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  const { promise: ready, resolve } = Promise.withResolvers<number>();
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString();
    const port = /"port":(\d+)[^\n]*"msg":"ready"/.exec(output)?.[1];
    if (port !== undefined) resolve(Number(port));
  });
  const closed = new Promise<void>((done) => {
    child.on('close', () => done());
  });
  const port = await Promise.race([ready, closed]);
  expect(port, output).toBeTypeOf('number');
  expect((await fetch(`http://127.0.0.1:${String(port)}/healthz`)).status).toBe(200);
  const names = await readdir(dataDir);
  expect(names.length).toBeGreaterThan(1);
  for (const name of ['.', ...names]) {
    const { mode } = await stat(join(dataDir, name));
    expect(mode & 0o077, name).toBe(0);
  }
  // To npm alone, as a supervisor does; its output ends once everything that writes to it has ended.
  child.kill('SIGTERM');
  await closed;
  expect(output).toContain('"msg":"stopped"');
  await expect(fetch(`http://127.0.0.1:${String(port)}/healthz`)).rejects.toThrow('fetch failed');
  await home.remove();
  await rm(dataDir, { recursive: true, force: true });
  // It builds the pages first where they are not there yet.
}, 240_000);
