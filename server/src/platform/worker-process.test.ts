import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startWorkerProcess } from './worker-process.ts';

/** Reports what it may do. */
const program = `
  import { spawnSync } from 'node:child_process';
  import { readFileSync, writeFileSync } from 'node:fs';
  import { flushCompileCache, getCompileCacheDir } from 'node:module';
  const attempt = (work) => { try { work(); return 'done'; } catch (error) { return error.code; } };
  flushCompileCache();
  process.send({
    keys: Object.keys(process.env),
    written: attempt(() => writeFileSync(new URL('written.txt', import.meta.url), '')),
    spawned: attempt(() => spawnSync('true')),
    caches: getCompileCacheDir() !== undefined,
    cached: attempt(() => writeFileSync(getCompileCacheDir() + '/attempt', '')),
    killedFirst: process.platform !== 'linux' || Number(readFileSync('/proc/self/oom_score_adj', 'utf8')) === 1000,
  });
`;

async function report(cachesCode: boolean): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-worker-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const file = join(folder, 'program.mjs');
  await writeFile(file, program);
  const child = startWorkerProcess(pathToFileURL(file), { heapMebibytes: 64, cachesCode });
  onTestFinished(() => void child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', () => reject(new Error('the process ended without a report')));
  });
}

test('a process with untrusted input has no keys, writes no files and starts no processes', async () => {
  expect(await report(false)).toEqual({
    keys: [],
    written: 'ERR_ACCESS_DENIED',
    spawned: 'ERR_ACCESS_DENIED',
    caches: false,
    cached: 'ERR_ACCESS_DENIED',
    killedFirst: true,
  });
});

test('one that keeps its compiled code writes only that', async () => {
  expect(await report(true)).toEqual({
    keys: ['NODE_COMPILE_CACHE'],
    written: 'ERR_ACCESS_DENIED',
    spawned: 'ERR_ACCESS_DENIED',
    caches: true,
    cached: 'done',
    killedFirst: true,
  });
});
