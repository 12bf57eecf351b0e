import { addAbortSignal, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ZipFile } from 'yazl';
import { FileLost } from './errors.ts';
import type { Storage } from './storage/index.ts';

/** A ZIP archive that is written as a stream; `signal` fires when nobody reads it any more. */
export interface Archive {
  readonly zip: ZipFile;
  readonly signal: AbortSignal;
}

/** Adds one entry and waits until it has been read: its cursor must finish before the next one starts. */
export async function addEntry({ zip, signal }: Archive, name: string, bytes: Readable): Promise<void> {
  const done = finished(addAbortSignal(signal, bytes), { writable: false });
  zip.addReadStream(bytes, name);
  await done;
}

/** The bytes of a stored file; undefined if it was removed after its row was read. */
export async function openIfKept(storage: Storage, key: string): Promise<Readable | undefined> {
  return storage.open(key).catch((error: unknown) => {
    if (error instanceof FileLost) return undefined;
    throw error;
  });
}
