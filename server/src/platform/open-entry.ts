import { stat } from 'node:fs/promises';
import { pipeline, type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { StartError } from './errors.ts';

/**
 * Opens a ZIP archive, whose entries are then read one after another. A named pipe is refused: opening it waits for its
 * writer, and nothing can end that.
 */
export async function openZip(path: string): Promise<ZipFile> {
  const found = await stat(path);
  if (!found.isFile() && !found.isDirectory()) throw new Error('this is not a file');
  return openPromise(path, { autoClose: false, lazyEntries: true });
}

/**
 * Opens an entry of a ZIP archive for reading. The stream ends with a StartError if its bytes don't have the checksum of
 * those that were written; yauzl itself only compares their number.
 */
export async function openEntry(archive: ZipFile, entry: Entry): Promise<Readable> {
  const bytes = await archive.openReadStreamPromise(entry);
  let sum = 0;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      const isWhole = sum === entry.crc32;
      done(isWhole ? null : new StartError(`${entry.fileName} is damaged in the archive; use another copy of it`));
    },
  });
  // Its reader gets the error.
  pipeline(bytes, checked, () => undefined);
  return checked;
}
