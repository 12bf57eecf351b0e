import type { Sql } from '../../../platform/database.ts';

/** Forgets what was reported of a conversation: what it says in the log goes with it. */
export async function deleteEventsOf(sql: Sql, stream: string, conversationId: string): Promise<void> {
  // The log writes an event's keys in the order in which they were given.
  await sql`
    DELETE FROM events WHERE stream = ${stream} AND (
      data LIKE ${`{"conversation_id":"${conversationId}"%`} OR data LIKE ${`{"conversation":{"id":"${conversationId}"%`})`;
}
