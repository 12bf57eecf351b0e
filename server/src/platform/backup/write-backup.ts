import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { addEntry, type Archive, openIfKept } from '../archive.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database.ts';
import { StartError } from '../errors.ts';
import { publishFile } from '../publish-file.ts';
import { fingerprintKey } from '../secret-key.ts';
import type { Storage } from '../storage/index.ts';
import { listMigrations, listSequences, listStorageKeys, listTables, type Table } from './catalogue.ts';
import { Manifest } from './manifest.ts';
import { readRows } from './read-rows.ts';

/** The parts of a backup. */
export interface Home {
  readonly version: string;
  readonly config: Pick<Config, 'dataDir' | 'secretKey'>;
  readonly database: Database;
  readonly storage: Storage;
}

/**
 * Writes everything that an installation stores into a ZIP archive at `path` (mode 0600), which appears there only once
 * it is complete: each table as JSON lines from one snapshot of the database, the stored files, and the keys in
 * DATA_DIR. The queue is not included, because the rows show the remaining work.
 * @throws StartError if the file exists or can't be written.
 */
export async function writeBackup(home: Home, path: string): Promise<{ manifest: Manifest; bytes: number }> {
  const manifest = await publishFile(path, async (draft) => writeDraft(home, draft));
  return { manifest, bytes: (await stat(path)).size };
}

async function writeDraft(home: Home, draft: string): Promise<Manifest> {
  const zip = new ZipFile();
  // The error of each entry is reported where the entry is added.
  zip.on('error', () => undefined);
  const stop = new AbortController();
  const { signal } = stop;
  const writing = pipeline(zip.outputStream, createWriteStream(draft, { flags: 'wx', mode: 0o600 }), { signal }).catch(
    (error: unknown) => {
      // Otherwise the transaction behind the entry being read would wait forever.
      stop.abort();
      throw error;
    },
  );
  const filling = fill({ zip, signal }, home).catch((error: unknown) => {
    stop.abort();
    throw error;
  });
  const [written, filled] = await Promise.allSettled([writing, filling]);
  if (written.status === 'fulfilled' && filled.status === 'fulfilled') return filled.value;
  const reasons = [filled, written].flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  // The first failure has aborted the other one.
  throw reasons.find((reason) => !(reason instanceof Error && reason.name === 'AbortError'));
}

async function fill(archive: Archive, { version, config, database, storage }: Home): Promise<Manifest> {
  const { keys, ...rows } = await database.snapshot(async (tx) => {
    const tables: Manifest['tables'] = [];
    const migrations = await listMigrations(tx);
    if (migrations.length === 0) throw new StartError('There is nothing to back up: the database was never used');
    for (const table of await listTables(tx)) {
      const counted = { rows: 0 };
      await addEntry(archive, `tables/${table.name}.jsonl`, Readable.from(toLines(readRows(tx, table), counted)));
      tables.push({ ...mutable(table), rows: counted.rows });
    }
    return { tables, migrations, sequences: await listSequences(tx), keys: await listStorageKeys(tx) };
  });
  const files = await addFiles(archive, storage, keys);
  await addKeys(archive, config);
  const manifest = Manifest.parse({
    format: 'portico-backup',
    format_version: 1,
    portico_version: version,
    created_at: new Date().toISOString(),
    ...rows,
    ...files,
    key_fingerprint: fingerprintKey(config.secretKey),
  } satisfies Manifest);
  archive.zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 2)), 'manifest.json');
  archive.zip.end();
  return manifest;
}

function mutable({ name, columns }: Table): { name: string; columns: string[] } {
  return { name, columns: [...columns] };
}

async function* toLines(batches: AsyncIterable<readonly string[]>, counted: { rows: number }): AsyncGenerator<string> {
  for await (const lines of batches) {
    counted.rows += lines.length;
    yield `${lines.join('\n')}\n`;
  }
}

/** Lists files that the storage doesn't have: they were removed after the rows were read, or lost earlier. */
async function addFiles(
  archive: Archive,
  storage: Storage,
  keys: readonly string[],
): Promise<Pick<Manifest, 'files' | 'missing_files'>> {
  const missing: string[] = [];
  const files = { count: 0, bytes: 0 };
  for (const key of keys) {
    const bytes = await openIfKept(storage, key);
    if (bytes === undefined) {
      missing.push(key);
      continue;
    }
    const counting = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        files.bytes += chunk.byteLength;
        done(null, chunk);
      },
    });
    await Promise.all([pipeline(bytes, counting, { end: true }), addEntry(archive, `files/${key}`, counting)]);
    files.count += 1;
  }
  return { files, missing_files: missing };
}

/** The keys that the installation stores itself. A key from the environment is kept by the operator. */
async function addKeys({ zip }: Archive, { dataDir, secretKey }: Home['config']): Promise<void> {
  const kept = await readKept(join(dataDir, 'secret-key'));
  if (kept?.trim() === secretKey) zip.addBuffer(Buffer.from(kept), 'secret-key');
  const adminKey = await readKept(join(dataDir, 'admin-key'));
  if (adminKey !== undefined) zip.addBuffer(Buffer.from(adminKey), 'admin-key');
}

async function readKept(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}
