import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Entry, ZipFile } from 'yauzl';
import { StartError } from '../errors.ts';
import { openEntry, openZip } from '../open-entry.ts';
import type { Table } from './catalogue.ts';
import { Manifest } from './manifest.ts';
import { readLines } from './read-lines.ts';

/** A backup opened for reading. */
export interface Backup {
  readonly manifest: Manifest;
  /** The keys of the stored files. */
  readonly fileKeys: readonly string[];
  /** A key in the backup, or undefined if it has none. */
  readKey(name: 'secret-key' | 'admin-key'): Promise<string | undefined>;
  /** The rows of a table, in batches. Throws a StartError if there are not as many as the manifest says. */
  readRows(table: Table): AsyncGenerator<readonly string[]>;
  openFile(key: string): Promise<Readable>;
  close(): void;
}

/** The limits of one INSERT: bytes and number of rows. */
const batchBytes = 2 * 1024 * 1024;
const batchRows = 1000;

/** Of the names of entries that are stored files. */
const filePrefix = 'files/';

/**
 * Opens an archive made by writeBackup. Throws a StartError if it isn't one, or is incomplete; so does reading what is
 * damaged.
 */
export async function openBackup(path: string): Promise<Backup> {
  const archive = await openZip(path).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'it is damaged, or not a backup';
    throw new StartError(`${path} can't be read (${code})`);
  });
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry);
    return createBackup(archive, entries, await readManifest(path, archive, entries));
  } catch (error) {
    archive.close();
    if (error instanceof StartError) throw error;
    throw new StartError(`${path} can't be read (it is damaged)`);
  }
}

async function readManifest(path: string, archive: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const entry = entries.get('manifest.json');
  if (entry === undefined) throw new StartError(`${path} is not a backup of Portico`);
  const manifest = Manifest.safeParse(JSON.parse(await text(await openEntry(archive, entry))));
  if (manifest.success) return manifest.data;
  throw new StartError(`${path} is not a backup that this version can read`);
}

function createBackup(archive: ZipFile, entries: ReadonlyMap<string, Entry>, manifest: Manifest): Backup {
  // Programs that pack the archive again add an entry for the folder itself.
  const fileKeys = [...entries.keys()]
    .filter((name) => name.startsWith(filePrefix) && name !== filePrefix)
    .map((name) => name.slice(filePrefix.length));
  if (fileKeys.length !== manifest.files.count) {
    throw new StartError(
      `The backup is damaged: it has ${fileKeys.length} files, and manifest.json says ${manifest.files.count}; use another backup`,
    );
  }
  const open = async (name: string): Promise<Readable> => {
    const entry = entries.get(name);
    if (entry === undefined) throw new StartError(`The backup is incomplete: ${name} is missing`);
    return openEntry(archive, entry);
  };
  return {
    manifest,
    fileKeys,
    readKey: async (name) => (entries.has(name) ? text(await open(name)) : undefined),
    async *readRows({ name }) {
      const input = await open(`tables/${name}.jsonl`);
      let lines: string[] = [];
      let bytes = 0;
      let count = 0;
      for await (const line of readLines(input)) {
        lines.push(line);
        bytes += line.length;
        count += 1;
        if (bytes < batchBytes && lines.length < batchRows) continue;
        yield lines;
        lines = [];
        bytes = 0;
      }
      if (lines.length > 0) yield lines;
      const expected = manifest.tables.find((table) => table.name === name)?.rows;
      if (count === expected) return;
      throw new StartError(
        `The backup is damaged: tables/${name}.jsonl has ${count} rows, and manifest.json says ${expected ?? 0}; use another backup`,
      );
    },
    openFile: async (key) => open(`${filePrefix}${key}`),
    close: () => archive.close(),
  };
}
