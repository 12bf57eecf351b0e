import { createHmac, timingSafeEqual, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** Private storage for files, by a key that it makes itself: no name from outside ever becomes a path. */
export interface Storage {
  /** Takes over a file on this machine (it is moved) and answers the key. */
  keepFile(path: string): Promise<string>;
  keepBytes(bytes: Uint8Array): Promise<string>;
  open(key: string): Readable;
  /** A path on this machine with the file's bytes, for readers that need one. */
  localPath(key: string): Promise<string>;
  remove(key: string): Promise<void>;
  /** A folder for uploads on their way in. */
  readonly incoming: string;
}

/** Keeps files below `DATA_DIR/files`. */
export async function createLocalStorage(dataDir: string): Promise<Storage> {
  const root = join(dataDir, 'files');
  const incoming = join(dataDir, 'incoming');
  await mkdir(root, { recursive: true, mode: 0o700 });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await clearAbandoned(incoming);
  const pathOf = (key: string): string => {
    if (!/^[0-9a-f-]{36}$/.test(key)) throw new Error('not a storage key');
    return join(root, key.slice(0, 2), key);
  };
  const place = async (): Promise<{ key: string; path: string }> => {
    const key = randomUUID();
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return { key, path };
  };
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
    open: (key) => createReadStream(pathOf(key)),
    localPath: async (key) => pathOf(key),
    remove: async (key) => rm(pathOf(key), { force: true }),
  };
}

/** Removes what a process that died left half-uploaded; younger files may be another process's. */
async function clearAbandoned(incoming: string): Promise<void> {
  const yesterday = Date.now() - 86_400_000;
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < yesterday) await rm(path, { recursive: true, force: true });
  }
}

/** Signed links are good for 24 hours (spec section 8). */
const signedUrlSeconds = 86_400;

/** The address of a signed download: `/files/{id}?expires=&signature=` (contract section 1). */
export function signFileUrl(publicUrl: string, secretKey: string, fileId: string, now = Date.now()): string {
  const expires = Math.floor(now / 1000) + signedUrlSeconds;
  return `${publicUrl}/files/${fileId}?expires=${expires}&signature=${signatureOf(secretKey, fileId, expires)}`;
}

/** True where the signature is ours for exactly this file and time, and the time has not passed. */
export function isSignedFileUrl(secretKey: string, fileId: string, expires: string, signature: string): boolean {
  if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 < Date.now()) return false;
  const expected = Buffer.from(signatureOf(secretKey, fileId, Number(expires)));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(secretKey: string, fileId: string, expires: number): string {
  return createHmac('sha256', secretKey).update(`file:${fileId}:${expires}`).digest('base64url');
}
