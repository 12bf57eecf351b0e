import type { Sql } from '../../../platform/database.ts';

/** Maximum number of tags that are listed. */
const maxTags = 1_000;

/**
 * The tags that conversations of a workspace have, by name; of those that differ in upper and lower case only, the one
 * that was last used. Each is looked up in an index as the one after the one before: a tag may have many conversations.
 */
export async function listTags(sql: Sql, workspaceId: string): Promise<string[]> {
  const first = sql`ORDER BY lower(tag), updated_at DESC, conversation_id DESC LIMIT 1`;
  const rows = await sql<{ tag: string }[]>`
    WITH RECURSIVE used AS (
      (SELECT tag FROM conversation_tags WHERE workspace_id = ${workspaceId} ${first})
      UNION ALL
      SELECT next.tag FROM used CROSS JOIN LATERAL (
        SELECT tag FROM conversation_tags WHERE workspace_id = ${workspaceId} AND lower(tag) > lower(used.tag) ${first}
      ) AS next
    ) SELECT tag FROM used LIMIT ${maxTags}`;
  // Earlier versions stored letters with accents also as two characters.
  const byName = new Map(rows.map(({ tag }) => [tag.normalize('NFC').toLowerCase(), tag.normalize('NFC')]));
  return [...byName.values()];
}
