import type { Sql } from '../../../platform/database.ts';
import { columns, type MessageRow } from './messages.sql.ts';

/** Bytes of stored messages that are read together; visitors write the messages and may read them as often. */
const maxBytes = 1_048_576;

/**
 * The newest messages before `before` (a message id; undefined for all), oldest first: `limit` of them, or fewer if they
 * are very long.
 */
export async function findNewestMessages(
  sql: Sql,
  workspaceId: string,
  threadId: string,
  limit: number,
  before: string | undefined,
): Promise<MessageRow[]> {
  const older =
    before === undefined
      ? sql``
      : sql`AND place < (SELECT place FROM messages
          WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId} AND id = ${before})`;
  // Neither function reads the values themselves: both know the sizes of stored ones.
  const rows = await sql<MessageRow[]>`
    SELECT ${columns(sql)} FROM messages WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId}
      AND place = ANY(ARRAY(
        SELECT place FROM (
          SELECT place, sum(size) OVER (ORDER BY place DESC) - size AS newer FROM (
            SELECT place, octet_length(content) + coalesce(pg_column_size(tool_calls), 0)
              + coalesce(pg_column_size(citations), 0) AS size
            FROM messages WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId} ${older}
            ORDER BY place DESC LIMIT ${limit}) AS newest) AS summed
        WHERE newer < ${maxBytes}))
    ORDER BY place DESC`;
  return rows.toReversed();
}
