import type { Readable } from 'node:stream';
import { StoreUnavailable } from '../errors.ts';
import type { Log } from '../log.ts';

/** Private storage for files, by a generated key: no name from outside ever becomes a path. */
export interface Storage {
  /** Stores a file of this machine (the file is moved) under a reserved key (commit-stored.ts), and returns its key. */
  keepFile(path: string, key: string): Promise<string>;
  keepBytes(bytes: Uint8Array, key: string): Promise<string>;
  /** Stores bytes under a known key, replacing existing ones. */
  putBack(key: string, bytes: Readable): Promise<void>;
  /** The bytes, from the first one on. Throws before anything is read if the key does not exist. */
  open(key: string, signal?: AbortSignal): Promise<Readable>;
  /** Runs `work` with the path of a local file with the bytes; the path is valid until `work` has ended. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Removes the bytes; does nothing if they are already gone. */
  remove(key: string): Promise<void>;
  /** A local folder for incoming uploads. */
  readonly incoming: string;
}

/** Thrown if bytes may have been kept, although no response says so. */
export class MaybeKept extends StoreUnavailable {
  readonly key: string;

  constructor(key: string, { message, cause }: StoreUnavailable) {
    super(message, cause);
    this.key = key;
  }
}

/** A storage with its connections. */
export interface OpenStorage extends Storage {
  /** From now on, it is logged when the storage is silent, and when it responds again. */
  watch(log: Log): void;
  /** Frees the connections. */
  close(): void;
}

/** Throws if the text can't be a key made by `randomUUID`. */
export function requireKey(key: string): string {
  if (!/^[0-9a-f-]{36}$/.test(key)) throw new Error('not a storage key');
  return key;
}
