import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DocumentInput } from '../../features/knowledge-bases/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import type { DocumentEntry } from './bundle.ts';
import type { OpenBundle } from './open-bundle.ts';

/** The documents of a bundle on this machine, with their bytes in the storage already. */
export interface Staged {
  /** What adds the document to a knowledge base. */
  readInput(document: DocumentEntry): Promise<DocumentInput>;
  /** A storage that only hands out the keys of these bytes, because a transaction must not wait for a bucket. */
  readonly storage: Storage;
  /** Removes the local files, and from the storage the bytes that no document has taken. */
  close(isKept: boolean): Promise<void>;
}

/** Stores the bytes of a bundle's documents before the transaction that adds them; nothing with `dryRun`. */
export async function stageDocuments(
  { bundle, extract }: OpenBundle,
  storage: Storage,
  dryRun: boolean,
): Promise<Staged> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-bundle-'));
  const files = new Map<string, { path: string; size: number; sha256: Buffer }>();
  const all: string[] = [];
  /** Keys of stored bytes that no document has taken, by the path of the local file, or the hash of the text. */
  const unused = new Map<string, string[]>();
  const take = (of: string): string => unused.get(of)?.pop() ?? randomUUID();
  const remove = async (some: Iterable<string>): Promise<void> => {
    for (const key of some) await storage.remove(key);
  };
  const close = async (isKept: boolean): Promise<void> => {
    await rm(folder, { recursive: true, force: true });
    await remove(isKept ? [...unused.values()].flat() : all);
  };
  try {
    for (const document of bundle.documents) {
      const { id, source } = document;
      if (source === 'url') continue;
      const path = join(folder, randomUUID());
      files.set(id, { path, ...(await extract(document, path)) });
      if (dryRun) continue;
      const of = source === 'text' ? hashText(await readFile(path, 'utf8')) : path;
      // Each document has its own bytes, because they are deleted with it.
      const key = randomUUID();
      all.push(key);
      unused.set(of, [...(unused.get(of) ?? []), key]);
      await storage.putBack(key, createReadStream(path));
    }
  } catch (error) {
    await close(false);
    throw error;
  }
  return {
    async readInput({ id, name, title, source, url, mode, metadata }) {
      const about = { metadata, ...(title === null ? {} : { title }) };
      const address = url === null ? {} : { url };
      if (source === 'url') return { ...about, url: url ?? '', mode };
      const file = files.get(id);
      if (file === undefined) throw new Error('the document was not extracted');
      if (source === 'text') return { ...about, ...address, name, text: await readFile(file.path, 'utf8') };
      return { ...about, ...address, fileName: name, ...file };
    },
    storage: {
      ...storage,
      keepFile: async (path) => take(path),
      keepBytes: async (bytes) => take(hashText(bytes)),
      // A document that is known already keeps its own bytes.
      remove: async () => undefined,
    },
    close,
  };
}

/** All texts of a bundle together may be larger than the memory. */
function hashText(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
