import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listFolder } from '../repository.ts';

/** A front end that Vite builds into `<name>/dist`; it is stale too when one of those it `needs` changed. */
export type Page = { name: string; needs: readonly string[] };

/** In the order of building: the loader carries the widget's hashed file names. */
export const pages: readonly Page[] = [
  { name: 'widget', needs: [] },
  { name: 'embed-loader', needs: ['widget'] },
  { name: 'form-app', needs: [] },
  { name: 'persona-app', needs: [] },
  { name: 'console', needs: [] },
];

// Tests, and the pages' tools for trying them, don't change what is shipped.
const unshipped = /\.test\.tsx?$|(^|\/)vitest\.config\.ts$|(^|\/)README\.md$/;
const shared = ['package-lock.json', 'tsconfig.base.json'];

/** A hash of everything that goes into a page: its files, those of what it needs, browser-kit, the wire's types and the locked packages. */
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

/** The file in a page's `dist` that keeps the hash of the sources it was built from. Vite's emptying of `dist` removes it. */
export function stampFile(root: string, page: Page): string {
  return join(root, page.name, 'dist/.sources');
}

/** True when `dist` was built, to the end, from the sources as they are. */
export function isFresh(root: string, page: Page): boolean {
  try {
    return readFileSync(stampFile(root, page), 'utf8') === hashSources(root, page);
  } catch {
    return false;
  }
}
