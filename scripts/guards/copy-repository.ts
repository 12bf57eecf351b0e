import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listRepositoryFiles, repositoryRoot, workspaces } from '../repository.ts';

/**
 * Copies everything that is (or could be) committed to a new temporary folder, with the installed packages linked and
 * the workspaces pointing at the copy; returns the folder. Changes of the copy do not affect the repository.
 * @param which the files to copy, by their path; all by default.
 */
export function copyRepository(which: RegExp = /./): string {
  const copy = mkdtempSync(join(realpathSync(tmpdir()), 'portico-copy-'));
  for (const file of listRepositoryFiles(repositoryRoot).filter((path) => which.test(path))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(repositoryRoot, file), join(copy, file));
  }
  for (const folder of ['.', ...workspaces]) linkPackages(join(repositoryRoot, folder), join(copy, folder));
  return copy;
}

function linkPackages(from: string, to: string): void {
  const installed = join(from, 'node_modules');
  if (!existsSync(installed)) return;
  mkdirSync(join(to, 'node_modules/@portico'), { recursive: true });
  for (const name of readdirSync(installed)) {
    // The tools' caches are not shared: they remember the repository.
    const isCache = name.startsWith('.') && name !== '.bin';
    if (!isCache && name !== '@portico') symlinkSync(join(installed, name), join(to, 'node_modules', name));
  }
  const own = join(installed, '@portico');
  if (!existsSync(own)) return;
  for (const name of readdirSync(own)) {
    symlinkSync(join(to, name), join(to, 'node_modules/@portico', name));
  }
}
