import type { Sql } from '../../platform/database.ts';

export interface FileRow {
  id: string;
  workspace_id: string;
  owner: string;
  storage_key: string;
  file_name: string;
  file_size: number;
  mime_type: string;
  created_at: string;
}

const columns = (sql: Sql) =>
  sql`id, workspace_id, owner, storage_key, file_name, file_size::float8 AS file_size, mime_type, created_at`;

export async function insertFile(sql: Sql, file: Omit<FileRow, 'created_at'> & { sha256: Buffer }): Promise<FileRow> {
  const [row] = await sql<FileRow[]>`
    INSERT INTO files (id, workspace_id, owner, storage_key, file_name, file_size, mime_type, sha256)
    VALUES (${file.id}, ${file.workspace_id}, ${file.owner}, ${file.storage_key}, ${file.file_name},
      ${file.file_size}, ${file.mime_type}, ${file.sha256})
    RETURNING ${columns(sql)}`;
  if (row === undefined) throw new Error('the file was not stored');
  return row;
}

export async function findFile(sql: Sql, workspaceId: string, id: string): Promise<FileRow | undefined> {
  const [row] = await sql<FileRow[]>`
    SELECT ${columns(sql)} FROM files WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return row;
}

/** By id alone: for signed links, whose signature grants access. */
export async function findFileOfAny(sql: Sql, id: string): Promise<FileRow | undefined> {
  const [row] = await sql<FileRow[]>`SELECT ${columns(sql)} FROM files WHERE id = ${id}`;
  return row;
}

export async function deleteFile(sql: Sql, workspaceId: string, id: string): Promise<FileRow | undefined> {
  const [row] = await sql<FileRow[]>`
    DELETE FROM files WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${columns(sql)}`;
  return row;
}

export async function deleteFiles(sql: Sql, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ storage_key: string }[]>`
    DELETE FROM files WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]}) RETURNING storage_key`;
  return rows.map(({ storage_key: key }) => key);
}

/** Every file of an owner. */
export async function listFilesOf(sql: Sql, workspaceId: string, owner: string): Promise<FileRow[]> {
  return sql<FileRow[]>`
    SELECT ${columns(sql)} FROM files WHERE workspace_id = ${workspaceId} AND owner = ${owner} ORDER BY id`;
}

export async function findFiles(sql: Sql, workspaceId: string, ids: readonly string[]): Promise<FileRow[]> {
  return sql<FileRow[]>`
    SELECT ${columns(sql)} FROM files WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]})`;
}

/** A file, and whether nothing leads to it any more. */
export interface SweptFile extends Pick<FileRow, 'id' | 'workspace_id' | 'storage_key'> {
  readonly is_unused: boolean;
}

/**
 * The next files of all workspaces. A visitor's file is unused if its thread was deleted. A form's file is unused without
 * an upload, which an older version recorded after the file, and which is deleted with it.
 */
export async function listFilesAfter(sql: Sql, after: SweptFile | undefined, limit: number): Promise<SweptFile[]> {
  return sql<SweptFile[]>`
    SELECT id, workspace_id, storage_key, CASE
        WHEN starts_with(owner, 'thr_') THEN NOT EXISTS (SELECT FROM threads WHERE threads.id = owner)
        WHEN starts_with(owner, 'fmi_') THEN created_at < now() - interval '1 day'
          AND NOT EXISTS (SELECT FROM form_uploads WHERE file_id = files.id)
        ELSE false END AS is_unused
    FROM files WHERE id > ${after?.id ?? ''} ORDER BY id LIMIT ${limit}`;
}
