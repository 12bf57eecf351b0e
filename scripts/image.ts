import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryRoot } from './repository.ts';
import { say } from './run-process.ts';
import { findFreePort } from './tests/free-port.ts';
import { type UnpackedImage, unpackImage } from './unpack-image.ts';

/*
 * `npm run image`: builds the image's files in a folder, starts the image's command in it as a user who owns only the
 * data folder, requests its pages, and stops it. For machines without a container daemon.
 */
const nobody = 65_534;

async function checkImage(): Promise<void> {
  const started = performance.now();
  const image = await unpackImage(say);
  try {
    const megabytes = Number(execFileSync('du', ['-sm', image.root], { encoding: 'utf8' }).split('\t')[0]);
    say(`The image's files: ${megabytes} MB (without the base image), made in ${seconds(started)}`);
    await runImage(image);
    say('1 passed, 0 failed');
  } finally {
    image.remove();
  }
}

async function runImage({ root, workingFolder, environment, entryPoint }: UnpackedImage): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const data = join(root, 'data');
  if (isRoot) {
    for (let folder = root; folder.startsWith('/tmp/'); folder = dirname(folder)) chmodSync(folder, 0o755);
    chownSync(data, nobody, nobody);
  }
  const port = await findFreePort();
  // The base image's Node.js, in a place that another user can read.
  const node = join(root, 'usr/bin/node');
  mkdirSync(dirname(node), { recursive: true });
  cpSync(join(repositoryRoot, 'node_modules/node/bin/node'), node, { dereference: true });
  const [command, ...words] = entryPoint;
  if (command !== 'node') throw new Error(`the image starts ${String(command)}`);
  const started = performance.now();
  const child = spawn(node, words, {
    cwd: workingFolder,
    env: { ...environment, PATH: join(root, 'usr/bin'), DATA_DIR: data, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot ? { uid: nobody, gid: nobody } : {}),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilHealthy(
      url,
      () => child.exitCode,
      () => output,
    );
    say(`It serves after ${seconds(started)}, as ${isRoot ? 'user 65534' : 'this user'}`);
    const files = new Set(['/embed.js', '/openapi.json']);
    for (const page of ['/', '/console', '/chat/demo', '/forms/demo-form', '/docs', '/docs/backup']) {
      for (const [, path = ''] of (await read(url + page)).matchAll(/ (?:href|src)="(\/[^"#?]+)"/g)) files.add(path);
    }
    for (const path of files) await read(url + path);
    child.kill('SIGTERM');
    const code = await ended;
    if (code !== 0) throw new Error(`it ended with ${String(code)} after SIGTERM:\n${output}`);
    say(`Its pages and the ${files.size} files and pages that they name are there, and SIGTERM ends it with 0`);
  } finally {
    child.kill('SIGKILL');
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}

/** Reads a page or a file; throws if it isn't there. */
async function read(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.text();
}

async function untilHealthy(url: string, exitCode: () => number | null, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt += 1) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    if (response?.ok === true) return;
    if (exitCode() !== null) break;
    await sleep(200);
  }
  throw new Error(`it does not serve:\n${output()}`);
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`;

try {
  await checkImage();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  say('0 passed, 1 failed');
  process.exitCode = 1;
}
