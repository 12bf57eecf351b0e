import { statfs } from 'node:fs/promises';
import { FileStore } from '@tus/file-store';
import { isDiskFull, storageFull } from '../../../platform/errors.ts';

/** With less free space than this, a write fails now or with the next chunk. */
const minFreeBytes = 65_536;

/** A store that distinguishes a full disk from other failures, which the library reports alike. */
export class UploadStore extends FileStore {
  override async create(...parameters: Parameters<FileStore['create']>): ReturnType<FileStore['create']> {
    return this.#explain(super.create(...parameters));
  }

  override async write(...parameters: Parameters<FileStore['write']>): ReturnType<FileStore['write']> {
    return this.#explain(super.write(...parameters));
  }

  async #explain<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (isDiskFull(error) || (await this.#isFull())) throw storageFull(error);
      throw error;
    }
  }

  async #isFull(): Promise<boolean> {
    const { bavail, bsize } = await statfs(this.directory);
    return bavail * bsize < minFreeBytes;
  }
}
