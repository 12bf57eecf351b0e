import type { Sql } from '../database.ts';

/** A table whose rows disappear at once when they are deleted, by `deleted_at`, and are removed in steps. */
export type RemovalTable = 'form_interfaces' | 'knowledge_bases' | 'webhooks';

/** A row that nobody sees any more, and what belongs to which is being removed. */
export interface DeletedRow {
  readonly id: string;
  readonly workspace_id: string;
}

/** Time without a sign of the process after which another one continues. */
export const removalHeldFor = '2 minutes';

/** Marks that a row is still being removed here. */
export async function holdRemoval(
  sql: Sql,
  table: RemovalTable,
  { workspace_id: workspaceId, id }: DeletedRow,
): Promise<void> {
  await sql`
    UPDATE ${sql(table)} SET removal_due_at = now() + ${removalHeldFor}::interval
    WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

/** Lets any process continue the removal after this many seconds. */
export async function releaseRemoval(
  sql: Sql,
  table: RemovalTable,
  { workspace_id: workspaceId, id }: DeletedRow,
  seconds: number,
): Promise<void> {
  await sql`
    UPDATE ${sql(table)} SET removal_due_at = now() + ${seconds}::int * interval '1 second'
    WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

/** A row that no process is removing, held for this one. */
export async function takeRemoval(sql: Sql, table: RemovalTable): Promise<DeletedRow | undefined> {
  const [row] = await sql<DeletedRow[]>`
    UPDATE ${sql(table)} SET removal_due_at = now() + ${removalHeldFor}::interval WHERE id = (
      SELECT id FROM ${sql(table)} WHERE removal_due_at < now() ORDER BY removal_due_at LIMIT 1
      FOR UPDATE SKIP LOCKED)
    RETURNING id, workspace_id`;
  return row;
}
