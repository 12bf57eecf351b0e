import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentInput } from '../../features/knowledge-bases/index.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordUnused, removeUnused, reserveKeys, type Storage, takeReserved } from '../../platform/storage/index.ts';
import type { DocumentEntry } from './bundle.ts';
import type { OpenBundle } from './open-bundle.ts';

/** The documents of a bundle on this machine, with their bytes in the storage already. */
export interface Staged {
  /** What adds the document to a knowledge base. */
  readInput(document: DocumentEntry): Promise<DocumentInput>;
  /** A storage that only hands out the keys of these bytes, because a transaction must not wait for a bucket. */
  readonly storage: Storage;
  /** Has to begin the transaction: takes the keys of the bytes, or throws 503 if these may have been removed meanwhile. */
  begin(tx: Transaction): Promise<void>;
  /** Has to end the transaction: records the bytes that no document has taken. */
  end(tx: Transaction): Promise<void>;
  /** Removes the local files, and from the storage the bytes that no document has taken; all if the import was undone. */
  close(isUndone: boolean): Promise<void>;
}

/**
 * Stores the bytes of a bundle's documents before the transaction that adds them; nothing with `dryRun`. If the process
 * dies meanwhile, a sweep removes them, and the next start the local files.
 */
export async function stageDocuments(
  { bundle, extract }: OpenBundle,
  platform: Platform,
  dryRun: boolean,
): Promise<Staged> {
  const { storage } = platform;
  const folder = await mkdtemp(join(storage.incoming, 'bundle-'));
  const files = new Map<string, { path: string; size: number; sha256: Buffer }>();
  /** Keys of stored bytes that no document has taken, by the path of the local file, or the hash of the text. */
  const unused = new Map<string, string[]>();
  const take = (of: string, key: string): string => unused.get(of)?.pop() ?? key;
  const notTaken = (): string[] => [...unused.values()].flat();
  const all: string[] = [];
  const close = async (isUndone: boolean): Promise<void> => {
    await rm(folder, { recursive: true, force: true });
    await removeUnused(platform, isUndone ? all : notTaken());
  };
  try {
    const stored = dryRun ? [] : bundle.documents.filter(({ source }) => source !== 'url');
    all.push(...(await reserveKeys(platform.database.sql, stored.length)));
    const free = all.values();
    for (const document of bundle.documents) {
      const { id, source } = document;
      if (source === 'url') continue;
      const path = join(folder, randomUUID());
      files.set(id, { path, ...(await extract(document, path)) });
      // Each document has its own bytes, because they are deleted with it.
      const { value: key } = free.next();
      if (key === undefined) continue;
      const of = source === 'text' ? hashText(await readFile(path, 'utf8')) : path;
      unused.set(of, [...(unused.get(of) ?? []), key]);
      await storage.putBack(key, createReadStream(path));
    }
  } catch (error) {
    await close(true);
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
      keepFile: async (path, key) => take(path, key),
      keepBytes: async (bytes, key) => take(hashText(bytes), key),
      // A document that is known already keeps its own bytes.
      remove: async () => undefined,
    },
    begin: async (tx) => takeReserved(tx, all),
    end: async (tx) => recordUnused(tx, notTaken()),
    close,
  };
}

/** All texts of a bundle together may be larger than the memory. */
function hashText(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex');
}
