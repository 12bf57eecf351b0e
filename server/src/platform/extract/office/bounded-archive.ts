import { Transform } from 'node:stream';
import { type Entry, fromBufferPromise, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import type { DocumentSource } from '../document-source.ts';
import { ExtractionError } from '../extraction-error.ts';
import { extractionLimits } from '../extraction-limits.ts';
import { BlockReader } from './block-reader.ts';

/**
 * The parts of a ZIP archive; all reads together may inflate only a limited number of bytes, regardless of what the
 * directory declares.
 */
export interface BoundedArchive {
  has(name: string): boolean;
  /** The part's text in pieces; nothing if the part is missing. */
  readText(name: string): AsyncGenerator<string>;
  close(): void;
}

/** Opens a ZIP archive, or throws `corrupt`, `encrypted` or `too_large`. */
export async function openArchive(source: DocumentSource): Promise<BoundedArchive> {
  const { archive, entries } = await readDirectory(source);
  const budget = { left: extractionLimits.inflatedBytes };
  return {
    has: (name) => entries.has(name),
    readText: (name) => readEntryText(archive, entries.get(name), budget),
    close: () => archive.close(),
  };
}

async function readDirectory(source: DocumentSource): Promise<{ archive: ZipFile; entries: Map<string, Entry> }> {
  const options = { autoClose: false, lazyEntries: true };
  const opened = 'path' in source ? openFile(source.path, options) : fromBufferPromise(asBuffer(source), options);
  const archive = await opened.catch((error: unknown) => {
    throw new ExtractionError('corrupt', undefined, { cause: error });
  });
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of archive.eachEntry()) {
      if (entries.size >= extractionLimits.archiveEntries) throw new ExtractionError('too_large');
      entries.set(entry.fileName, entry);
    }
    return { archive, entries };
  } catch (error) {
    archive.close();
    throw error instanceof ExtractionError ? error : new ExtractionError('corrupt', undefined, { cause: error });
  }
}

async function openFile(path: string, options: object): Promise<ZipFile> {
  const { reader, size } = await BlockReader.open(path);
  try {
    return await fromRandomAccessReaderPromise(reader, size, options);
  } catch (error) {
    reader.close(() => undefined);
    throw error;
  }
}

async function* readEntryText(
  archive: ZipFile,
  entry: Entry | undefined,
  budget: { left: number },
): AsyncGenerator<string> {
  if (entry === undefined) return;
  if (entry.isEncrypted()) throw new ExtractionError('encrypted');
  const decoder = new TextDecoder();
  try {
    const inflated = await archive.openReadStreamPromise(entry);
    const counted = inflated.pipe(countBytes(budget));
    inflated.on('error', (error) => counted.destroy(error));
    try {
      for await (const piece of counted) {
        if (piece instanceof Uint8Array) yield decoder.decode(piece, { stream: true });
      }
    } finally {
      inflated.unpipe(counted);
      inflated.destroy();
    }
  } catch (error) {
    throw error instanceof ExtractionError ? error : new ExtractionError('corrupt', undefined, { cause: error });
  }
}

function countBytes(budget: { left: number }): Transform {
  return new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      budget.left -= piece.byteLength;
      if (budget.left < 0) done(new ExtractionError('too_large', 'The document unpacks to more data than is allowed.'));
      else done(null, piece);
    },
  });
}

function asBuffer(source: { bytes: Uint8Array }): Buffer {
  return Buffer.from(source.bytes.buffer, source.bytes.byteOffset, source.bytes.byteLength);
}
