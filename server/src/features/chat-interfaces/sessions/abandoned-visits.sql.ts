import type { Sql, Transaction } from '../../../platform/database.ts';

/** A visit to a deleted interface: its thread, also if the sessions that led to it were deleted. */
export interface AbandonedVisit {
  readonly thread_id: string;
  /** True if somebody from the team has tried the interface. */
  readonly preview: boolean;
}

/** Led to no conversation. A message without one comes from an older version, and has one soon. */
export const isAbandoned = (sql: Sql, thread: ReturnType<Sql>, preview: ReturnType<Sql>) => sql`
  NOT EXISTS (SELECT FROM conversations WHERE conversations.thread_id = ${thread})
  AND (${preview} OR NOT EXISTS (SELECT FROM messages WHERE messages.thread_id = ${thread} AND role = 'user'))`;

/** A visit, and whether it led to no conversation. */
export interface SweptVisit extends AbandonedVisit {
  readonly id: string;
  readonly workspace_id: string;
  readonly begun: string;
  readonly is_unused: boolean;
}

/** The next visits to deleted interfaces, of all workspaces. */
export async function listVisitsAfter(sql: Sql, after: SweptVisit | undefined, limit: number): Promise<SweptVisit[]> {
  const { id, workspace_id: workspaceId, begun } = after ?? { id: '', workspace_id: '', begun: '-infinity' };
  const orphaned = sql`SELECT * FROM chat_sessions WHERE interface_id IS NULL`;
  // As two lists: Postgres, which takes few rows to follow a workspace with most of them, would sort all the others for
  // each page.
  return sql<SweptVisit[]>`
    SELECT id, workspace_id, thread_id, preview, created_at::text AS begun,
      ${isAbandoned(sql, sql`visit.thread_id`, sql`preview`)} AS is_unused
    FROM (
      (${orphaned} AND workspace_id = ${workspaceId} AND (created_at, id) > (${begun}::timestamptz, ${id})
        ORDER BY created_at, id LIMIT ${limit})
      UNION ALL
      (${orphaned} AND workspace_id > ${workspaceId} ORDER BY workspace_id, created_at, id LIMIT ${limit})
    ) AS visit
    ORDER BY workspace_id, visit.created_at, id LIMIT ${limit}`;
}

/** A thread, and whether it is all that is left of a visit to a deleted interface. */
export interface SweptThread extends AbandonedVisit {
  readonly id: string;
  readonly workspace_id: string;
  readonly is_unused: boolean;
}

/** The next threads of all workspaces. */
export async function listThreadsAfter(
  sql: Sql,
  after: SweptThread | undefined,
  limit: number,
): Promise<SweptThread[]> {
  // The metadata of a visit as openSession writes it. It is read as text, because the threads of others may contain
  // JSON escapes that Postgres refuses to decode.
  return sql<SweptThread[]>`
    SELECT id, workspace_id, id AS thread_id, preview, interface_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM chat_interfaces WHERE chat_interfaces.id = page.interface_id)
      AND NOT EXISTS (SELECT FROM chat_sessions WHERE thread_id = page.id)
      AND ${isAbandoned(sql, sql`page.id`, sql`preview`)} AS is_unused
    FROM (
      SELECT id, workspace_id, metadata::text LIKE '%"preview":true}' AS preview,
        substring(metadata::text FROM '^\\{"source":"chat_interface","interface_id":"(chi_[0-9a-z]+)"') AS interface_id
      FROM threads WHERE id > ${after?.id ?? ''} ORDER BY id LIMIT ${limit}
    ) AS page ORDER BY id`;
}

/** Locks the thread of a visit until the transaction ends; false if it has a conversation. */
export async function lockAbandonedVisit(
  tx: Transaction,
  { thread_id: id, preview }: AbandonedVisit,
): Promise<boolean> {
  await tx`SELECT 1 FROM threads WHERE id = ${id} FOR UPDATE`;
  const rows = await tx`SELECT 1 WHERE ${isAbandoned(tx, tx`${id}`, tx`${preview}::boolean`)}`;
  return rows.length > 0;
}
