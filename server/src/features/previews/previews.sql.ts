import { json, type Sql, type Transaction } from '../../platform/database.ts';
import { toInterval } from '../../platform/leases/timings.ts';

export interface PreviewRow {
  workspace_id: string;
  interface_id: string;
  draft: unknown;
}

/** Maximum previews of one interface that can be open at once; the oldest is deleted first. */
const maxOpen = 50;

/** Stores a preview for `lifeMs`, and returns when it expires. */
export async function insertPreview(
  tx: Transaction,
  preview: PreviewRow & { token_hash: Buffer },
  lifeMs: number,
): Promise<string> {
  await tx`
    DELETE FROM interface_previews WHERE token_hash IN (
      SELECT token_hash FROM interface_previews WHERE interface_id = ${preview.interface_id}
      ORDER BY created_at DESC OFFSET ${maxOpen - 1})`;
  const [row] = await tx<{ expires_at: string }[]>`
    INSERT INTO interface_previews (token_hash, workspace_id, interface_id, draft, expires_at)
    VALUES (${preview.token_hash}, ${preview.workspace_id}, ${preview.interface_id}, ${json(preview.draft)},
      now() + ${toInterval(lifeMs)}::interval)
    RETURNING expires_at`;
  if (row === undefined) throw new Error('the preview was not stored');
  return row.expires_at;
}

export async function findPreview(sql: Sql, tokenHash: Buffer): Promise<PreviewRow | undefined> {
  const [row] = await sql<PreviewRow[]>`
    SELECT workspace_id, interface_id, draft FROM interface_previews
    WHERE token_hash = ${tokenHash} AND expires_at > now()`;
  return row;
}

/** Whether a preview of this interface is open. */
export async function hasPreview(sql: Sql, interfaceId: string): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM interface_previews WHERE interface_id = ${interfaceId} AND expires_at > now() LIMIT 1`;
  return rows.length > 0;
}

export async function deleteExpired(sql: Sql): Promise<void> {
  await sql`DELETE FROM interface_previews WHERE expires_at < now()`;
}
