import type { Readable } from 'node:stream';

/** Private storage for files, by a key that it makes itself: no name from outside ever becomes a path. */
export interface Storage {
  /** Takes over a file on this machine (the file is moved) and returns its key. */
  keepFile(path: string): Promise<string>;
  keepBytes(bytes: Uint8Array): Promise<string>;
  /** Keeps bytes under a key that this or another storage made, in place of what was there; for a restored backup. */
  putBack(key: string, bytes: Readable): Promise<void>;
  /** The bytes, from the first on. Throws if there are none of that key, before anything is read. */
  open(key: string, signal?: AbortSignal): Promise<Readable>;
  /** Runs `work` with a path on this machine that holds the bytes; the path is good until `work` has ended. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Removes the bytes; where they are gone already, that is fine. */
  remove(key: string): Promise<void>;
  /** A folder on this machine for uploads on their way in. */
  readonly incoming: string;
}

/** Throws if the text can't be a key that `randomUUID` made. */
export function requireKey(key: string): string {
  if (!/^[0-9a-f-]{36}$/.test(key)) throw new Error('not a storage key');
  return key;
}
