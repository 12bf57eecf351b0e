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

/** The same, locked until the transaction ends, so that it can't be removed. */
export async function claimUpload(
  tx: Transaction,
  interfaceId: string,
  refHash: Buffer,
): Promise<(UploadRow & { file_name: string }) | undefined> {
  const [row] = await tx<(UploadRow & { file_name: string })[]>`
    UPDATE form_uploads u SET claimed_at = coalesce(claimed_at, now()) FROM files f
    WHERE u.interface_id = ${interfaceId} AND u.ref_hash = ${refHash} AND f.id = u.file_id
    RETURNING u.workspace_id, u.interface_id, u.file_id, u.session_id, f.file_name`;
  return row;
}

/** Removes uploads that nobody claimed within a day; returns them, so that their files can be removed. */
export async function deleteUnclaimedUploads(sql: Sql): Promise<UploadRow[]> {
  return sql<UploadRow[]>`
    DELETE FROM form_uploads WHERE ref_hash IN (
      SELECT ref_hash FROM form_uploads WHERE claimed_at IS NULL AND created_at < now() - interval '1 day'
      LIMIT 200 FOR UPDATE SKIP LOCKED)
    RETURNING workspace_id, interface_id, file_id, session_id`;
}
