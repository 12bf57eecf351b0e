import type { StoredFile } from '@portico/shared-types';
import type { Sql, Transaction } from '../../platform/database.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { ExtractionError, sniffContent } from '../../platform/extract/index.ts';
import type { UploadedFile } from '../../platform/http/route.ts';
import { createId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { commitStored, signFileUrl } from '../../platform/storage/index.ts';
import { deleteFile, deleteFiles, findFile, insertFile, listFilesOf, type FileRow } from './files.sql.ts';

/** `path` is a local file, which is moved into storage. */
type Content = { readonly path: string } | { readonly bytes: Buffer };

export type NewFile = Content & {
  readonly workspaceId: string;
  /** The owner: `api`, or the id of a thread, a form, a persona task. Files are deleted with their owner. */
  readonly owner: string;
  readonly fileName: string;
  readonly size: number;
  readonly sha256: Buffer;
  /** Detected from the content, never from the client's header. */
  readonly mimeType: string;
};

/**
 * Puts a file into private storage and records it. `together` writes what has to be stored in the same commit; if it
 * throws, nothing is kept.
 */
export async function keepFile(
  platform: Platform,
  file: NewFile,
  together: (tx: Transaction, row: FileRow) => Promise<void> = async () => undefined,
): Promise<FileRow> {
  const { storage } = platform;
  const store = async (key: string): Promise<string> =>
    'path' in file ? storage.keepFile(file.path, key) : storage.keepBytes(file.bytes, key);
  return commitStored(platform, [store], async (tx, [storageKey = '']) => {
    const row = await insertFile(tx, {
      id: createId('fil'),
      workspace_id: file.workspaceId,
      owner: file.owner,
      storage_key: storageKey,
      file_name: file.fileName,
      file_size: file.size,
      mime_type: file.mimeType,
      sha256: file.sha256,
    });
    await together(tx, row);
    return row;
  });
}

/**
 * The type of the bytes, regardless of the client's header; bytes of unknown type are stored as such. Throws 400 if
 * empty.
 */
export async function sniffMimeType(file: UploadedFile): Promise<string> {
  try {
    return (await sniffContent({ path: file.path }, file.fileName)).mimeType;
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    if (error.code === 'empty') throw invalid({ path: 'body.file', message: 'is empty', code: 'file_empty' });
    return 'application/octet-stream';
  }
}

/** The file's row, for other features. Throws 404. */
export async function requireFile(platform: Platform, workspaceId: string, id: string, sql?: Sql): Promise<FileRow> {
  const row = await findFile(sql ?? platform.database.sql, workspaceId, id);
  if (row === undefined) throw notFound('file', id);
  return row;
}

/** Removes a file: its bytes first, so that a removal that the storage refuses, or a crash interrupts, can be repeated. */
export async function removeFile(
  platform: Platform,
  workspaceId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  await eraseFile(platform, await requireFile(platform, workspaceId, id));
  return { id, deleted: true };
}

/** Removes the records of files; the caller removes the bytes of the returned keys once the transaction has committed. */
export async function removeRecords(tx: Transaction, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  return deleteFiles(tx, workspaceId, ids);
}

/** Removes a file that nobody needs any more; the bytes first, so that an interrupted removal can be repeated. */
export async function eraseFile(
  { database, storage }: Platform,
  { id, workspace_id: workspaceId, storage_key: key }: Pick<FileRow, 'id' | 'workspace_id' | 'storage_key'>,
): Promise<void> {
  await storage.remove(key);
  await deleteFile(database.sql, workspaceId, id);
}

/** The same for every file of an owner that is deleted. */
export async function removeFilesOf(platform: Platform, workspaceId: string, owner: string): Promise<void> {
  for (const file of await listFilesOf(platform.database.sql, workspaceId, owner)) await eraseFile(platform, file);
}

/** The address at which this file can be downloaded for the next 24 hours. */
export function downloadUrl(platform: Platform, fileId: string): string {
  return signFileUrl(platform.publicUrl, platform.config.secretKey, fileId);
}

export function presentFile(platform: Platform, row: FileRow): StoredFile {
  return {
    id: row.id,
    file_name: row.file_name,
    file_size: row.file_size,
    mime_type: row.mime_type,
    download_url: downloadUrl(platform, row.id),
    created_at: row.created_at,
  };
}
