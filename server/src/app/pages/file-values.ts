import { stat } from 'node:fs/promises';

interface Kept<T> {
  readonly changed: number;
  readonly value: Promise<T>;
}

/**
 * Values that are made from files: each is made once, and again after its file has changed. There are as many as files
 * exist, because nothing is kept for a missing one.
 */
export class FileValues<T> {
  readonly #kept = new Map<string, Kept<T>>();

  /** The value of a file, which `make` makes if there is none yet. Rejects if there is no such file. */
  async get(file: URL | string, make: () => Promise<T>): Promise<T> {
    const key = String(file);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() !== true) {
      this.#kept.delete(key);
      throw new Error(`${key} is not a file`);
    }
    const known = this.#kept.get(key);
    if (known?.changed === found.mtimeMs) return known.value;
    const current = { changed: found.mtimeMs, value: make() };
    this.#kept.set(key, current);
    // A file that can't be read now may be readable next time.
    current.value.catch(() => {
      if (this.#kept.get(key) === current) this.#kept.delete(key);
    });
    return current.value;
  }
}
