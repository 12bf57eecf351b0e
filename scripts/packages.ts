import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startServer } from '../e2e/support/server.ts';
import { buildPages } from './build-pages.ts';
import { writeAstroSite, writeConsumer } from './packages/consumer.ts';
import { askOnSite, serveSite } from './packages/open-sites.ts';
import { repositoryRoot } from './repository.ts';
import { runProcess, say } from './run-process.ts';

/*
 * `npm run packages`: packs the published packages, checks the packed files, and installs and uses them in a project in
 * a new folder. Sites of Next.js and Astro, created as in docs/install-on-a-site.md, are opened in Chromium with a real
 * server. It needs the npm registry.
 */
const packages = ['client', 'widget', 'embed-loader'];
let passed = 0;
let failed = 0;

/** Runs one check and reports it: a function that throws what is wrong. */
async function check(name: string, run: () => Promise<void>): Promise<void> {
  const started = performance.now();
  const fault = await run().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const time = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  say(`${fault === undefined ? '✓' : '✗'} ${name} (${time})`);
  if (fault === undefined) passed += 1;
  else {
    failed += 1;
    say(fault.trimEnd().replaceAll(/^(?=.)/gm, '    '));
  }
}

/** Runs a command as a check. `expected` has to be in its output. */
async function checkCommand(
  name: string,
  command: string,
  words: readonly string[],
  cwd: string,
  expected = '',
): Promise<void> {
  await check(name, async () => {
    const env = { NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' };
    const { code, output } = await runProcess(command, words, { cwd, env });
    if (code !== 0 || !output.includes(expected)) throw new Error(output);
  });
}

async function checkPackages(work: string, portico: RunningServer): Promise<void> {
  const chat = { host: portico.url, chat: 'demo' };
  for (const name of packages) {
    await checkCommand(
      `pack ${name}`,
      'npm',
      ['pack', `--pack-destination=${work}`, '--silent'],
      join(repositoryRoot, name),
    );
  }
  const packed = new Map<string, string>();
  for (const name of packages) {
    const file = readdirSync(work).find((one) => one.startsWith(`portico-${name}-`) && one.endsWith('.tgz'));
    if (file !== undefined) packed.set(`@portico/${name}`, join(work, file));
  }
  for (const [name, file] of packed) {
    await checkCommand(`${name}: publint`, 'publint', [file, '--strict'], repositoryRoot);
    // The loader is a script, whose module gives types only.
    await checkCommand(`${name}: are the types wrong?`, 'attw', [file, '--profile', 'esm-only'], repositoryRoot);
  }
  const folder = join(work, 'consumer');
  writeConsumer(folder, packed, chat);
  await checkCommand('install in a fresh folder', 'npm', ['install', '--no-audit', '--no-fund'], folder);
  const bin = join(folder, 'node_modules/.bin');
  await checkCommand('tsc, strict, with the packages’ own declarations', join(bin, 'tsc'), [], folder);
  const emit = ['--noEmit', 'false', '--outDir', 'out', '--jsx', 'react-jsx'];
  await checkCommand('tsc, to JavaScript', join(bin, 'tsc'), emit, folder);
  const script = 'out/src/use-client.js';
  await checkCommand('Node.js 24 calls the client', process.execPath, [script], folder, 'connection_failed');
  await checkCommand('Node.js 20 is there', join(bin, 'node'), ['--version'], folder, 'v20.');
  await checkCommand('Node.js 20 calls the client', join(bin, 'node'), [script], folder, 'connection_failed');
  await checkCommand('Vite builds a page', process.execPath, [join(bin, 'vite'), 'build'], folder, 'built in');
  await checkCommand(
    'Next.js builds an app router',
    process.execPath,
    [join(bin, 'next'), 'build'],
    folder,
    'Compiled successfully',
  );
  const html = join(folder, '.next/server/app/index.html');
  await checkCommand('Next.js has rendered the page', 'grep', ['-c', '<h1>Help</h1>', html], folder);
  await checkSite('Next.js', join(bin, 'next'), (port) => ['start', '--port', port], folder);
  const site = join(work, 'astro');
  writeAstroSite(site, chat);
  await checkCommand('Astro installs in a fresh folder', 'npm', ['install', '--no-audit', '--no-fund'], site);
  const astro = join(site, 'node_modules/.bin/astro');
  await checkCommand('Astro builds a site', process.execPath, [astro, 'build'], site, 'Complete!');
  await checkSite('Astro', astro, (port) => ['preview', '--port', port, '--host', '127.0.0.1'], site);
}

async function checkSite(
  name: string,
  program: string,
  words: (port: string) => string[],
  folder: string,
): Promise<void> {
  await check(`${name}: the chat answers in Chromium`, async () => {
    const site = await serveSite(program, words, folder);
    try {
      await askOnSite(site.url);
    } finally {
      await site.stop();
    }
  });
}

async function checkBesideServer(work: string): Promise<void> {
  await buildPages();
  const portico = await startServer({ DEFAULT_MODEL: 'portico-extractive' });
  try {
    await checkPackages(work, portico);
  } finally {
    await portico.stop();
  }
}

/** Whether the registry provides packages that this repository doesn't install itself. */
async function reachesRegistry(): Promise<boolean> {
  const { code } = await runProcess('npm', ['view', 'next', 'version', '--fetch-retries=1'], { cwd: repositoryRoot });
  return code === 0;
}

const work = mkdtempSync(join(tmpdir(), 'portico-packages-'));
try {
  if (await reachesRegistry()) await checkBesideServer(work);
  else say('Left out: the packages in a fresh folder (the npm registry can’t be reached).');
} catch (error) {
  failed += 1;
  say(error instanceof Error ? error.message : String(error));
} finally {
  rmSync(work, { recursive: true, force: true });
}
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
