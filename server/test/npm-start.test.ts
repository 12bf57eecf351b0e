import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { prepareDatabaseHome } from './databases/prepare-database-home.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('npm start denies other users access to its folder, and passes SIGTERM on to the server, which shuts down', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-npm-start-'));
  // The permissions of a mounted volume, and of files from an older version.
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
  // Only to npm itself, as a supervisor does; the output ends when all processes that write to it have ended.
  child.kill('SIGTERM');
  await closed;
  expect(output).toContain('"msg":"stopped"');
  await expect(fetch(`http://127.0.0.1:${String(port)}/healthz`)).rejects.toThrow('fetch failed');
  await home.remove();
  await rm(dataDir, { recursive: true, force: true });
  // It first builds the pages that are missing.
}, 240_000);
