import { join } from 'node:path';
import { buildPage } from './pages/build-page.ts';
import { withBuildLock } from './pages/build-lock.ts';
import { isFresh, pages } from './pages/pages.ts';
import { repositoryRoot } from './repository.ts';

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

if (import.meta.main) {
  try {
    await buildPages(repositoryRoot, { force: process.argv.includes('--force') });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
