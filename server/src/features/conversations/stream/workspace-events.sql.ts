import type { Sql } from '../../../platform/database.ts';

/** Deletes the events of a conversation, because their contents must not outlive it. */
export async function deleteEventsOf(sql: Sql, stream: string, conversationId: string): Promise<void> {
  // The log serialises an event's keys in the given order: the id comes first. These are the conditions of an index.
  await sql`
    DELETE FROM events WHERE stream = ${stream} AND starts_with(stream, 'conversations:')
      AND substring(left(data, 100) FROM '"(cnv_[^"]*)"') = ${conversationId}`;
}

/** Deletes the events of each workspace's stream that are older than the given time, a thousand at a time. */
export async function deleteOldEvents(sql: Sql, before: string): Promise<void> {
  const streams = await sql<{ stream: string }[]>`
    SELECT stream FROM event_streams WHERE stream IN (SELECT 'conversations:' || id FROM workspaces)`;
  for (const { stream } of streams) {
    for (let deleted = 1; deleted > 0;) {
      // Each event ends with its time; the oldest come first, and the loop ends at the first one to keep.
      const rows = await sql`
        WITH oldest AS (
          SELECT id, data FROM events WHERE stream = ${stream} ORDER BY id LIMIT 1000
        ) DELETE FROM events WHERE stream = ${stream}
          AND id IN (SELECT id FROM oldest WHERE substring(data FROM '"timestamp":"([^"]+)"}$') < ${before})
        RETURNING 1`;
      deleted = rows.length;
    }
  }
}
