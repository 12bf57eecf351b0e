import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listFolder } from '../repository.ts';

/** A front end that Vite builds into `<name>/dist`; it is stale too when one of those it `needs` changed. */
export type Page = { name: string; needs: readonly string[] };

/** In build order: the loader contains the widget's hashed file names. */
export const pages: readonly Page[] = [
  { name: 'widget', needs: [] },
  { name: 'embed-loader', needs: ['widget'] },
  { name: 'form-app', needs: [] },
  { name: 'persona-app', needs: [] },
  { name: 'console', needs: [] },
];

// Tests, and the pages' development tools, don't affect the build.
const unshipped = /\.test\.tsx?$|(^|\/)vitest\.config\.ts$|(^|\/)README\.md$/;
const shared = [
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/pages/compress-assets.ts',
  'server/src/app/pages/compress.ts',
];

/**
 * A hash of all inputs of a page: its files, those of its dependencies, browser-kit, the wire's types, the locked
 * packages, and what compresses the result.
 */
export function hashSources(root: string, page: Page): string {
  const folders = [page.name, ...page.needs, 'shared-types/src', 'browser-kit'].map((folder) => join(root, folder));
  const files = folders.filter((folder) => existsSync(folder)).flatMap((folder) => listFolder(folder));
  const hash = createHash('sha256');
  for (const file of [...files, ...shared.map((name) => join(root, name))].toSorted()) {
    if (unshipped.test(file) || !existsSync(file)) continue;
    const content = readFileSync(file);
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * The file in a page's `dist` with the hash of the sources it was built from. Vite removes it when it empties `dist`.
 */
export function stampFile(root: string, page: Page): string {
  return join(root, page.name, 'dist/.sources');
}

/** True if `dist` was completely built from the current sources. */
export function isFresh(root: string, page: Page): boolean {
  try {
    return readFileSync(stampFile(root, page), 'utf8') === hashSources(root, page);
  } catch {
    return false;
  }
}
