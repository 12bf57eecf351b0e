import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, eventually } from './client.ts';
import { prepareDatabaseHome } from './databases/prepare-database-home.ts';
import { mountDisk } from './mount-disk.ts';
import { runPortico, spawnPortico } from './run-portico.ts';
import { spawnServer, type SpawnedServer } from './spawn-server.ts';

/*
 * The embedded database on a disk that another program fills. Only the administrator may mount a small one, and a
 * Postgres server has its own disk.
 */
const isEmbedded = process.env['TEST_DATABASE_URL'] === undefined;
let dataDir: string;
let isMounted = false;
let server: SpawnedServer | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portico-full-'));
  isMounted = isEmbedded && mountDisk(dataDir, 220);
  if (isMounted) await prepareDatabaseHome(dataDir);
}, 120_000);
afterAll(async () => {
  await server?.end('SIGKILL');
  if (isMounted) execFileSync('umount', [dataDir]);
  await rm(dataDir, { recursive: true, force: true });
});

/** Leaves 16 MB of the disk. */
async function fill(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(dataDir);
  await writeFile(path, Buffer.alloc(Math.max(0, bavail * bsize - 16 * 1_048_576)));
}

test('a full disk refuses requests and commands until there is space again, and the server keeps running', async ({
  skip,
}) => {
  if (!isMounted) return skip('a small disk can only be mounted by the administrator, for the embedded database');
  const running = await spawnServer(dataDir);
  server = running;
  const create = async (name: string) => call(running, 'POST', '/api/v1/agents', { body: { name } });
  const list = async (): Promise<string[]> =>
    (await call(running, 'GET', '/api/v1/agents')).body.data.map(({ name }: { name: string }) => name);
  expect((await create('Before')).status).toBe(201);
  const filler = join(dataDir, 'filler');
  await fill(filler);
  const refused = await eventually(async () => {
    const answer = await create('While full');
    return answer.status === 201 ? undefined : answer;
  });
  expect(refused).toMatchObject({ status: 503, body: { error: { details: { reason: 'storage_full' } } } });
  const probes = await Promise.all(['/healthz', '/readyz'].map(async (path) => fetch(running.url + path)));
  expect(probes.map(({ status }) => status)).toEqual([200, 503]);
  const full = { code: 1, out: '', error: expect.stringMatching(/^[^\n]*\bDATA_DIR\b[^\n]*\bfree\b[^\n]*\n$/) };
  expect(await spawnPortico({ DATA_DIR: dataDir }, ['key', 'list'])).toEqual(full);
  await rm(filler);
  await eventually(async () => ((await create('After')).status === 201 ? true : undefined));
  expect(await list()).toEqual(expect.arrayContaining(['Before', 'After']));
  await running.end('SIGTERM');
  await fill(filler);
  expect(await runPortico({ DATA_DIR: dataDir }, ['key', 'list'])).toEqual(full);
}, 240_000);

/** Code for a server: its disk is full from the moment at which it prints its address, and has space a second later. */
const fullAtTheAddress = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { statfsSync } = fs;
  const write = process.stdout.write.bind(process.stdout);
  const become = (replacement) => {
    fs.statfsSync = replacement;
    syncBuiltinESMExports();
  };
  process.stdout.write = (text, ...rest) => {
    if (String(text).includes('Portico is running')) {
      become(() => ({ blocks: 1, bavail: 0, bsize: 1 }));
      // Longer than an earlier answer is used.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      setTimeout(() => become(statfsSync), 1_000);
    }
    return write(text, ...rest);
  };
`;

test('a disk that becomes full while a server prints its first steps does not end it', async ({ skip }) => {
  if (!isEmbedded) return skip('a Postgres server has its own disk');
  const folder = await mkdtemp(join(tmpdir(), 'portico-greeting-'));
  await prepareDatabaseHome(folder);
  const running = await spawnServer(folder, {
    NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(fullAtTheAddress).toString('base64')}`,
  });
  try {
    await expect.poll(() => running.output()).toContain('the first steps could not be printed');
    await expect.poll(async () => (await fetch(`${running.url}/readyz`)).status).toBe(200);
  } finally {
    await running.end('SIGKILL');
    await rm(folder, { recursive: true });
  }
});
