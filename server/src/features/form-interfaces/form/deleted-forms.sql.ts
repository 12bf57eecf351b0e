import type { Sql, Transaction } from '../../../platform/database.ts';

/** A form that nobody sees any more, and what belongs to which is being removed. */
export interface DeletedForm {
  readonly id: string;
  readonly workspace_id: string;
}

/** Time without a sign of the process after which another one continues. */
const heldFor = '2 minutes';

/** Hides a form permanently and frees its slug and target. This process removes it. */
export async function markDeleted(tx: Transaction, { workspace_id: workspaceId, id }: DeletedForm): Promise<void> {
  await tx`
    UPDATE form_interfaces SET deleted_at = now(), removal_due_at = now() + ${heldFor}::interval, slug = id,
      status = 'paused', workflow_id = NULL, agent_id = NULL
    WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

/** Marks that a form is still being removed here. */
export async function holdRemoval(sql: Sql, { workspace_id: workspaceId, id }: DeletedForm): Promise<void> {
  await sql`
    UPDATE form_interfaces SET removal_due_at = now() + ${heldFor}::interval
    WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

/** Lets any process continue the removal after this many seconds. */
export async function releaseRemoval(sql: Sql, form: DeletedForm, seconds: number): Promise<void> {
  await sql`
    UPDATE form_interfaces SET removal_due_at = now() + ${seconds}::int * interval '1 second'
    WHERE workspace_id = ${form.workspace_id} AND id = ${form.id}`;
}

/** A form that no process is removing, held for this one. */
export async function takeRemoval(sql: Sql): Promise<DeletedForm | undefined> {
  const [row] = await sql<DeletedForm[]>`
    UPDATE form_interfaces SET removal_due_at = now() + ${heldFor}::interval WHERE id = (
      SELECT id FROM form_interfaces WHERE removal_due_at < now() ORDER BY removal_due_at LIMIT 1
      FOR UPDATE SKIP LOCKED)
    RETURNING id, workspace_id`;
  return row;
}

export async function hasSubmissions(sql: Sql, { id }: DeletedForm): Promise<boolean> {
  return (await sql`SELECT 1 FROM form_submissions WHERE interface_id = ${id} LIMIT 1`).length > 0;
}

/**
 * Deletes a form that has no submissions and no files; false if it has some. A submission that is about to be stored
 * holds the form's row, or waits for this transaction.
 */
export async function deleteEmptyForm(
  tx: Transaction,
  { workspace_id: workspaceId, id }: DeletedForm,
): Promise<boolean> {
  await tx`SELECT 1 FROM form_interfaces WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`;
  const [row] = await tx<{ has_contents: boolean }[]>`
    SELECT EXISTS (SELECT FROM form_submissions WHERE interface_id = ${id})
      OR EXISTS (SELECT FROM files WHERE workspace_id = ${workspaceId} AND owner = ${id}) AS has_contents`;
  if (row?.has_contents === true) return false;
  await tx`DELETE FROM form_interfaces WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return true;
}
