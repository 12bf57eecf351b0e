import type { Sql, Transaction } from '../../../platform/database.ts';

export interface UploadRow {
  workspace_id: string;
  interface_id: string;
  file_id: string;
  session_id: string | null;
}

export async function insertUpload(sql: Sql, upload: UploadRow & { ref_hash: Buffer }): Promise<void> {
  await sql`
    INSERT INTO form_uploads (ref_hash, workspace_id, interface_id, file_id, session_id)
    VALUES (${upload.ref_hash}, ${upload.workspace_id}, ${upload.interface_id}, ${upload.file_id},
      ${upload.session_id})`;
}

/** The upload with this fileRef in this interface. */
export async function findUpload(
  sql: Sql,
  interfaceId: string,
  refHash: Buffer,
): Promise<{ file_size: number } | undefined> {
  const [row] = await sql<{ file_size: number }[]>`
    SELECT f.file_size::float8 AS file_size FROM form_uploads u JOIN files f ON f.id = u.file_id
    WHERE u.interface_id = ${interfaceId} AND u.ref_hash = ${refHash}`;
  return row;
}

/** The same, locked until the transaction ends, so that it can't be removed; undefined if it has expired. */
export async function claimUpload(
  tx: Transaction,
  interfaceId: string,
  refHash: Buffer,
): Promise<(UploadRow & { file_name: string }) | undefined> {
  const [row] = await tx<(UploadRow & { file_name: string })[]>`
    UPDATE form_uploads u SET claimed_at = coalesce(claimed_at, now()) FROM files f
    WHERE u.interface_id = ${interfaceId} AND u.ref_hash = ${refHash} AND f.id = u.file_id
      AND (u.claimed_at IS NOT NULL OR u.created_at > now() - interval '1 day')
    RETURNING u.workspace_id, u.interface_id, u.file_id, u.session_id, f.file_name`;
  return row;
}

/**
 * Some uploads that nobody claimed within a day. For an hour more they are kept, because a submission that claimed one in
 * time may still be being stored.
 */
export async function listExpiredUploads(
  sql: Sql,
): Promise<{ id: string; workspace_id: string; storage_key: string }[]> {
  return sql<{ id: string; workspace_id: string; storage_key: string }[]>`
    SELECT f.id, f.workspace_id, f.storage_key FROM form_uploads u JOIN files f ON f.id = u.file_id
    WHERE u.claimed_at IS NULL AND u.created_at < now() - interval '25 hours' ORDER BY u.created_at LIMIT 200`;
}
