import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { prepareIncoming } from './prepare-incoming.ts';
import { requireKey, type Storage } from './storage.ts';

/** Stores files below `DATA_DIR/files`. */
export async function createLocalStorage(dataDir: string): Promise<Storage> {
  const root = join(dataDir, 'files');
  await mkdir(root, { recursive: true, mode: 0o700 });
  const pathOf = (key: string): string => join(root, key.slice(0, 2), requireKey(key));
  const place = async (): Promise<{ key: string; path: string }> => {
    const key = randomUUID();
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return { key, path };
  };
  const incoming = await prepareIncoming(dataDir);
  return {
    incoming,
    async keepFile(source) {
      const { key, path } = await place();
      await rename(source, path).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error;
        await copyFile(source, path);
        await rm(source);
      });
      return key;
    },
    async keepBytes(bytes) {
      const { key, path } = await place();
      await writeFile(path, bytes, { mode: 0o600 });
      return key;
    },
    async putBack(key, bytes) {
      const draft = join(incoming, randomUUID());
      await pipeline(bytes, createWriteStream(draft, { mode: 0o600 }));
      await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 });
      await rename(draft, pathOf(key));
    },
    open: async (key, signal) => (await open(pathOf(key))).createReadStream(signal === undefined ? {} : { signal }),
    withLocalFile: async (key, work) => work(pathOf(key)),
    remove: async (key) => rm(pathOf(key), { force: true }),
  };
}
