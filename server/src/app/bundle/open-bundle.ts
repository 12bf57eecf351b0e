import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Entry as ZipEntry } from 'yauzl';
import { StartError } from '../../platform/errors.ts';
import { toOneLine } from '../../platform/one-line.ts';
import { openEntry, openZip } from '../../platform/open-entry.ts';
import { Bundle, type DocumentEntry } from './bundle.ts';

export interface OpenBundle {
  readonly bundle: Bundle;
  /** Writes the bytes of a document to a file of this machine. */
  extract(document: DocumentEntry, path: string): Promise<{ size: number; sha256: Buffer }>;
  close(): void;
}

/**
 * For the definitions, which are read into the memory of a running server. A file of a stranger could be a thousand times
 * larger when it is decompressed.
 */
const maxDefinitionBytes = 100 * 1_048_576;
/** For each document that is read into memory, too. The API accepts 1 MB. */
const maxTextBytes = 20 * 1_048_576;

/** @throws StartError if the file can't be read, is too large, or is not a bundle that this version understands. */
export async function openBundle(path: string): Promise<OpenBundle> {
  const notOurs = new StartError(`${path} is not a bundle of Portico, or of a newer version`);
  const archive = await openZip(path).catch((error: unknown) => {
    if (error instanceof Error && 'syscall' in error && 'code' in error) {
      throw new StartError(`${path} can't be read (${String(error.code)})`);
    }
    throw notOurs;
  });
  const entries = new Map<string, ZipEntry>();
  const open = async (name: string): Promise<Readable> => {
    const entry = entries.get(name);
    if (entry === undefined) throw notOurs;
    return openEntry(archive, entry);
  };
  // The ZIP reader ends with an error if an entry is longer than it says.
  const sizeOf = (name: string): number => entries.get(name)?.uncompressedSize ?? 0;
  try {
    for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry);
    if (sizeOf('bundle.json') > maxDefinitionBytes) {
      throw new StartError(`${path} has definitions of more than 100 MB`);
    }
    const bundle = Bundle.safeParse(toJson(await text(await open('bundle.json'))));
    if (!bundle.success) throw notOurs;
    return {
      bundle: bundle.data,
      async extract({ id, name, source }, target) {
        if (source === 'text' && sizeOf(`documents/${id}`) > maxTextBytes) {
          throw new StartError(`${path} has a text of more than 20 MB (${toOneLine(name)})`);
        }
        await pipeline(await open(`documents/${id}`), createWriteStream(target, { mode: 0o600 }));
        const hash = createHash('sha256');
        await pipeline(createReadStream(target), hash);
        return { size: (await stat(target)).size, sha256: hash.digest() };
      },
      close: () => archive.close(),
    };
  } catch (error) {
    archive.close();
    throw error instanceof StartError ? error : notOurs;
  }
}

function toJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
