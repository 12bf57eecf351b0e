import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { RandomAccessReader } from 'yauzl';

/** Bytes that are read at a time: hundreds of entries of an archive's directory. */
const blockBytes = 64 * 1024;

/**
 * Reads an archive in blocks. yauzl reads its directory piece by piece, which takes two calls of the system for each
 * entry: seconds for an archive of thousands, while other requests wait for their own files.
 */
export class BlockReader extends RandomAccessReader {
  readonly #file: FileHandle;
  #block = Buffer.alloc(0);
  #start = 0;

  private constructor(file: FileHandle) {
    super();
    this.#file = file;
  }

  static async open(path: string): Promise<{ reader: BlockReader; size: number }> {
    const file = await open(path);
    try {
      return { reader: new BlockReader(file), size: (await file.stat()).size };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#readRange(start, end), { objectMode: false });
  }

  /** Not a stream of the file itself, which closes the file when it is destroyed, after each part. */
  async *#readRange(start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end;) {
      const block = Buffer.allocUnsafe(Math.min(end - position, blockBytes));
      const { bytesRead } = await this.#file.read(block, 0, block.length, position);
      if (bytesRead === 0) return;
      yield block.subarray(0, bytesRead);
      position += bytesRead;
    }
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null, bytesRead?: number) => void,
  ): void {
    const at = position - this.#start;
    if (at >= 0 && at + length <= this.#block.length) {
      this.#block.copy(buffer, offset, at, at + length);
      // Others have a turn with each block; with each entry, a busy server would take seconds for thousands.
      process.nextTick(callback, null, length);
      return;
    }
    callbackify(async () => (await this.#load(position, length)).copy(buffer, offset, 0, length))(callback);
  }

  override close(callback: (error: Error | null) => void): void {
    callbackify(async () => this.#file.close())(callback);
  }

  async #load(position: number, length: number): Promise<Buffer> {
    const block = Buffer.allocUnsafe(Math.max(length, blockBytes));
    const { bytesRead } = await this.#file.read(block, 0, block.length, position);
    this.#block = block.subarray(0, bytesRead);
    this.#start = position;
    return this.#block;
  }
}
