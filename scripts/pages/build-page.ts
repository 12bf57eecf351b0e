import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess, say } from '../run-process.ts';
import { hashSources, stampFile, type Page } from './pages.ts';

/**
 * Builds one page into its `dist` by the `build` script of its package.json, or by Vite if it has none.
 * @throws Error with what the build printed when it fails.
 */
export async function buildPage(root: string, page: Page): Promise<void> {
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
  writeFileSync(stampFile(root, page), sources);
  say(`built ${page.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

function readBuildScript(manifest: unknown): string | undefined {
  if (typeof manifest !== 'object' || manifest === null || !('scripts' in manifest)) return undefined;
  const { scripts } = manifest;
  if (typeof scripts !== 'object' || scripts === null || !('build' in scripts)) return undefined;
  return typeof scripts.build === 'string' ? scripts.build : undefined;
}
