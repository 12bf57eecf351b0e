import type { Sql } from '../../platform/database.ts';

/** The time of the database before which a workspace's data is old, for each kind of data that it doesn't keep forever. */
export interface Expiry {
  readonly workspace_id: string;
  /** A field of the workspace's `retention`. */
  readonly kind: string;
  readonly before: string;
}

export async function findExpiries(sql: Sql): Promise<Expiry[]> {
  return sql<Expiry[]>`
    SELECT id AS workspace_id, entry.key AS kind, now() - entry.value::int * interval '1 day' AS before
    FROM workspaces, jsonb_each(retention) AS entry WHERE jsonb_typeof(entry.value) = 'number'`;
}
