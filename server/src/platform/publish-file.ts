import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { StartError } from './errors.ts';

/** What a file system without hard links answers. */
const withoutLinks: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/**
 * Lets `write` fill a new file (open it with the flag `wx`), which then appears at `path`, complete and on disk. An
 * existing file is never overwritten, even if another process writes to the same path at the same time.
 * @throws StartError if `path` exists, or if it can't be written (a failed system call).
 */
export async function publishFile<T>(path: string, write: (draft: string) => Promise<T>): Promise<T> {
  if (existsSync(path)) throw alreadyExists(path);
  const draft = `${path}.${randomUUID()}.partial`;
  try {
    const result = await write(draft);
    await flush(draft);
    await giveName(draft, path);
    return result;
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    throw error.code === 'EEXIST'
      ? alreadyExists(path)
      : new StartError(`${path} can't be written (${String(error.code)})`, { cause: error });
  } finally {
    await rm(draft, { force: true });
  }
}

function alreadyExists(path: string): StartError {
  return new StartError(`${path} already exists`);
}

async function giveName(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && withoutLinks.has(error.code))) throw error;
    // The empty file reserves the name.
    await (await open(path, 'wx', 0o600)).close();
    await rename(draft, path);
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
