import type { Sql, Transaction } from '../../../platform/database.ts';
import { type AbandonedVisit, isAbandoned } from './abandoned-visits.sql.ts';

/**
 * The ids of deleted chat interfaces that still have visits or visitors. Finds them by skipping through the indexes on the
 * interface, so that visits are not read one by one.
 */
export async function findDeletedChats(sql: Sql): Promise<string[]> {
  const named = (table: string) => sql`
    SELECT id FROM (
      WITH RECURSIVE named (id) AS (
        SELECT min(interface_id) FROM ${sql(table)}
        UNION ALL
        SELECT (SELECT min(interface_id) FROM ${sql(table)} WHERE interface_id > named.id) FROM named
        WHERE named.id IS NOT NULL
      ) SELECT id FROM named WHERE id IS NOT NULL
    ) AS named
    WHERE NOT EXISTS (SELECT FROM chat_interfaces WHERE chat_interfaces.id = named.id)`;
  const rows = await sql<{ id: string }[]>`${named('chat_sessions')} UNION ${named('chat_visitors')}`;
  return rows.map(({ id }) => id);
}

/** A visit by the id of its thread, and whose it is. */
export type DetachedVisit = AbandonedVisit & { readonly id: string; readonly workspace_id: string };

/** Takes some visits from their deleted interface; returns how many, and those that led to no conversation. */
export async function detachVisits(
  sql: Sql,
  interfaceId: string,
  limit: number,
): Promise<{ count: number; abandoned: DetachedVisit[] }> {
  const detached = await sql<{ id: string }[]>`
    UPDATE chat_sessions SET interface_id = NULL WHERE id = ANY(ARRAY(
      SELECT id FROM chat_sessions WHERE interface_id = ${interfaceId} LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING id`;
  const abandoned = await sql<DetachedVisit[]>`
    SELECT DISTINCT thread_id AS id, workspace_id, thread_id, preview FROM chat_sessions AS visit
    WHERE visit.id = ANY(${detached.map(({ id }) => id)}::text[]) AND ${isAbandoned(sql, sql`visit.thread_id`, sql`preview`)}`;
  return { count: detached.length, abandoned };
}

/** Takes some visitors from their deleted interface, and deletes those who have no session; returns how many. */
export async function detachVisitors(tx: Transaction, interfaceId: string, limit: number): Promise<number> {
  // Locked first, because a visitor may be starting another session.
  const rows = await tx<{ id: string }[]>`
    SELECT id FROM chat_visitors WHERE interface_id = ${interfaceId} LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
  const ids = rows.map(({ id }) => id);
  // Waits for those who are deleting a visit: they leave out its visitor, who is locked here. In the order of
  // deleteSessionsOf: another one is a deadlock.
  await tx`SELECT FROM chat_sessions WHERE visitor = ANY(${ids}::text[]) ORDER BY id FOR KEY SHARE`;
  await tx`
    DELETE FROM chat_visitors WHERE id = ANY(${ids}::text[])
      AND NOT EXISTS (SELECT FROM chat_sessions WHERE visitor = chat_visitors.id)`;
  await tx`UPDATE chat_visitors SET interface_id = NULL WHERE id = ANY(${ids}::text[])`;
  return ids.length;
}
