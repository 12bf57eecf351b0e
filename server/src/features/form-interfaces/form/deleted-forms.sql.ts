import type { Sql, Transaction } from '../../../platform/database.ts';
import { type DeletedRow, removalHeldFor } from '../../../platform/leases/removals.sql.ts';

/** Hides a form permanently and frees its slug and target. This process removes it. */
export async function markDeleted(tx: Transaction, { workspace_id: workspaceId, id }: DeletedRow): Promise<void> {
  await tx`
    UPDATE form_interfaces SET deleted_at = now(), removal_due_at = now() + ${removalHeldFor}::interval, slug = id,
      status = 'paused', workflow_id = NULL, agent_id = NULL
    WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

export async function hasSubmissions(sql: Sql, { id }: DeletedRow): Promise<boolean> {
  return (await sql`SELECT 1 FROM form_submissions WHERE interface_id = ${id} LIMIT 1`).length > 0;
}

/**
 * Deletes a form that has no submissions and no files; false if it has some. A submission that is about to be stored
 * holds the form's row, or waits for this transaction.
 */
export async function deleteEmptyForm(
  tx: Transaction,
  { workspace_id: workspaceId, id }: DeletedRow,
): Promise<boolean> {
  await tx`SELECT 1 FROM form_interfaces WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`;
  const [row] = await tx<{ has_contents: boolean }[]>`
    SELECT EXISTS (SELECT FROM form_submissions WHERE interface_id = ${id})
      OR EXISTS (SELECT FROM files WHERE workspace_id = ${workspaceId} AND owner = ${id}) AS has_contents`;
  if (row?.has_contents === true) return false;
  await tx`DELETE FROM form_interfaces WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return true;
}
