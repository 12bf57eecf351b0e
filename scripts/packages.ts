import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPages } from './build-pages.ts';
import { writeConsumer } from './packages/consumer.ts';
import { repositoryRoot } from './repository.ts';
import { runProcess, say } from './run-process.ts';

/*
 * `npm run packages`: packs what is published, checks the packed files, installs them into a project in a fresh folder and
 * uses them there as other people do. It needs the npm registry.
 */
const packages = ['client', 'widget', 'embed-loader'];
let passed = 0;
let failed = 0;

/** Runs one check and reports it. `expected` has to be in the output. */
async function check(
  name: string,
  command: string,
  words: readonly string[],
  cwd: string,
  expected = '',
): Promise<void> {
  const started = performance.now();
  const { code, output } = await runProcess(command, words, { cwd, env: { NEXT_TELEMETRY_DISABLED: '1' } });
  const isGood = code === 0 && output.includes(expected);
  const time = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  say(`${isGood ? '✓' : '✗'} ${name} (${time})`);
  if (isGood) passed += 1;
  else {
    failed += 1;
    say(output.trimEnd().replaceAll(/^(?=.)/gm, '    '));
  }
}

async function checkPackages(work: string): Promise<void> {
  await buildPages();
  for (const name of packages) {
    await check(`pack ${name}`, 'npm', ['pack', `--pack-destination=${work}`, '--silent'], join(repositoryRoot, name));
  }
  const packed = new Map<string, string>();
  for (const name of packages) {
    const file = readdirSync(work).find((one) => one.startsWith(`portico-${name}-`) && one.endsWith('.tgz'));
    if (file !== undefined) packed.set(`@portico/${name}`, join(work, file));
  }
  for (const [name, file] of packed) {
    await check(`${name}: publint`, 'publint', [file, '--strict'], repositoryRoot);
    // The loader is a script, whose module gives types only.
    await check(`${name}: are the types wrong?`, 'attw', [file, '--profile', 'esm-only'], repositoryRoot);
  }
  const folder = join(work, 'consumer');
  writeConsumer(folder, packed);
  await check('install in a fresh folder', 'npm', ['install', '--no-audit', '--no-fund'], folder);
  const bin = join(folder, 'node_modules/.bin');
  await check('tsc, strict, with the packages’ own declarations', join(bin, 'tsc'), [], folder);
  const emit = ['--noEmit', 'false', '--outDir', 'out', '--jsx', 'react-jsx'];
  await check('tsc, to JavaScript', join(bin, 'tsc'), emit, folder);
  const script = 'out/src/use-client.js';
  await check('Node.js 24 calls the client', process.execPath, [script], folder, 'connection_failed');
  await check('Node.js 20 is there', join(bin, 'node'), ['--version'], folder, 'v20.');
  await check('Node.js 20 calls the client', join(bin, 'node'), [script], folder, 'connection_failed');
  await check('Vite builds a page', process.execPath, [join(bin, 'vite'), 'build'], folder, 'built in');
  await check(
    'Next.js builds an app router',
    process.execPath,
    [join(bin, 'next'), 'build'],
    folder,
    'Compiled successfully',
  );
  const html = join(folder, '.next/server/app/index.html');
  await check('Next.js has rendered the page', 'grep', ['-c', '<h1>Help</h1>', html], folder);
}

/** Whether the registry hands out packages that this repository doesn't install itself. */
async function reachesRegistry(): Promise<boolean> {
  const { code } = await runProcess('npm', ['view', 'next', 'version', '--fetch-retries=1'], { cwd: repositoryRoot });
  return code === 0;
}

const work = mkdtempSync(join(tmpdir(), 'portico-packages-'));
try {
  if (await reachesRegistry()) await checkPackages(work);
  else say('Left out: the packages in a fresh folder (the npm registry can’t be reached).');
} catch (error) {
  failed += 1;
  say(error instanceof Error ? error.message : String(error));
} finally {
  rmSync(work, { recursive: true, force: true });
}
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
