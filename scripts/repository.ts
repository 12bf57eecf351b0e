import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The folder that contains package.json, independent of the working directory. */
export const repositoryRoot = join(import.meta.dirname, '..');

/** The npm workspaces, in the order in which they depend on each other. */
export const workspaces = [
  'shared-types',
  'browser-kit',
  'server',
  'widget',
  'embed-loader',
  'form-app',
  'persona-app',
  'console',
  'e2e',
] as const;

const generated = new Set(['node_modules', 'dist', '.git', 'test-results', 'playwright-report', 'coverage']);

/**
 * Every file that is committed or could be (not ignored), relative to the root, sorted.
 * Without git (an unpacked archive) it is every file outside the generated folders.
 */
export function listRepositoryFiles(root: string): string[] {
  try {
    const deleted = new Set(listByGit(root, '--deleted'));
    const listed = listByGit(root, '--cached', '--others', '--exclude-standard');
    return [...new Set(listed)].filter((file) => !deleted.has(file)).toSorted();
  } catch {
    // The default DATA_DIR of an installation; folders of this name elsewhere are sources.
    return listFolder(root, join(root, 'data'))
      .map((file) => relative(root, file))
      .toSorted();
  }
}

/**
 * The files below a folder, as full paths; generated folders, the folder `except` and everything that is not a plain
 * file are left out.
 */
export function listFolder(folder: string, except?: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (generated.has(entry.name) || path === except) return [];
    if (entry.isDirectory()) return listFolder(path, except);
    return entry.isFile() ? [path] : [];
  });
}

function listByGit(root: string, ...which: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', ...which], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return listed.split('\0').filter((file) => file !== '');
}
