import { randomUUID } from 'node:crypto';
import { constants, createWriteStream } from 'node:fs';
import { access, copyFile, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FileLost, toStorageError } from '../errors.ts';
import { prepareIncoming } from './prepare-incoming.ts';
import { requireKey, type Storage } from './storage.ts';

/** Stores files below `DATA_DIR/files`. */
export async function createLocalStorage(dataDir: string): Promise<Storage> {
  const root = join(dataDir, 'files');
  await mkdir(root, { recursive: true, mode: 0o700 });
  const pathOf = (key: string): string => join(root, key.slice(0, 2), requireKey(key));
  const place = async (key: string): Promise<string> => {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  };
  const incoming = await prepareIncoming(dataDir);
  /** A stored file that is missing is a 404, unless the whole folder is, such as one that is not mounted. */
  const read = async <T>(key: string, work: (path: string) => Promise<T>): Promise<T> => {
    const path = pathOf(key);
    try {
      return await orUnavailable(async () => work(path), path);
    } catch (error) {
      if (!isMissing(error, path)) throw error;
      await orUnavailable(async () => access(root));
      throw new FileLost(error);
    }
  };
  return {
    incoming,
    async keepFile(source, key) {
      return orUnavailable(async () => {
        const path = await place(key);
        await rename(source, path).catch(async (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EXDEV') throw error;
          await wholeOrNothing(path, async () => copyFile(source, path));
          await rm(source);
        });
        return key;
      }, source);
    },
    async keepBytes(bytes, key) {
      return orUnavailable(async () => {
        const path = await place(key);
        await wholeOrNothing(path, async () => writeFile(path, bytes, { mode: 0o600 }));
        return key;
      });
    },
    async putBack(key, bytes) {
      const draft = join(incoming, randomUUID());
      await wholeOrNothing(draft, async () => {
        await pipeline(bytes, createWriteStream(draft, { mode: 0o600 }));
        await rename(draft, await place(key));
      });
    },
    open: async (key, signal) => {
      const file = await read(key, async (path) => open(path));
      return file.createReadStream(signal === undefined ? {} : { signal });
    },
    async withLocalFile(key, work) {
      await read(key, async (path) => access(path, constants.R_OK));
      return work(pathOf(key));
    },
    async remove(key) {
      await orUnavailable(async () => rm(pathOf(key), { force: true }));
    },
  };
}

/** Removes the file if it can't be written to its end, and moved: on a full disk, it would take the last space. */
async function wholeOrNothing(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** A folder that can't be read or written is a 503; a missing file, such as `expected`, is our own fault. */
async function orUnavailable<T>(work: () => Promise<T>, expected?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isMissing(error, expected) ? error : toStorageError(error);
  }
}

function isMissing(error: unknown, path: string | undefined): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT' && 'path' in error && error.path === path;
}
