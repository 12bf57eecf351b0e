import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBuildLock } from './pages/build-lock.ts';
import { compressAssets } from './pages/compress-assets.ts';
import { hashSources, isFresh, type Page, pages, stampFile } from './pages/pages.ts';
import { repositoryRoot } from './repository.ts';
import { runProcess, say } from './run-process.ts';

/**
 * Builds the front ends that are missing or older than their sources; if all are fresh it does nothing. Processes that
 * start it at once wait for the first one, and then find everything built.
 */
export async function buildPages(root = repositoryRoot, options: { force?: boolean } = {}): Promise<void> {
  const force = options.force === true;
  if (!force && pages.every((page) => isFresh(root, page))) return;
  await withBuildLock(join(root, 'node_modules/.cache/portico/build-pages.lock'), async () => {
    for (const page of pages) {
      if (force || !isFresh(root, page)) await buildPage(root, page);
    }
  });
}

/**
 * Builds one page into its `dist` by the `build` script of its package.json, or by Vite if it has none.
 * @throws Error with what the build printed when it fails.
 */
async function buildPage(root: string, page: Page): Promise<void> {
  const started = performance.now();
  const folder = join(root, page.name);
  // Taken before the build: a file that changes meanwhile makes the result stale, not wrongly fresh.
  const sources = hashSources(root, page);
  rmSync(stampFile(root, page), { force: true });
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const script = readBuildScript(manifest) ?? 'vite build --manifest';
  const { code, output } = await runProcess('sh', ['-c', script], { cwd: folder, env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new Error(`building ${page.name} failed:\n${output}`);
  if (!existsSync(join(folder, 'dist'))) throw new Error(`building ${page.name} made no ${page.name}/dist`);
  await compressAssets(join(folder, 'dist'));
  writeFileSync(stampFile(root, page), sources);
  say(`built ${page.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

function readBuildScript(manifest: unknown): string | undefined {
  if (typeof manifest !== 'object' || manifest === null || !('scripts' in manifest)) return undefined;
  const { scripts } = manifest;
  if (typeof scripts !== 'object' || scripts === null || !('build' in scripts)) return undefined;
  return typeof scripts.build === 'string' ? scripts.build : undefined;
}

if (import.meta.main) {
  try {
    await buildPages(repositoryRoot, { force: process.argv.includes('--force') });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
