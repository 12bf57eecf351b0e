import type { Sql } from '../../../platform/database.ts';
import type { EventRecord } from '../../../platform/event-log.ts';

/** The newest event with one of these names in a submission's stream. */
export async function findNewestEvent(
  sql: Sql,
  submissionId: string,
  names: readonly string[],
): Promise<EventRecord | undefined> {
  const [row] = await sql<EventRecord[]>`
    SELECT stream, id, event, data AS text FROM events
    WHERE stream = ${submissionId} AND event = ANY(${[...names]}) ORDER BY id DESC LIMIT 1`;
  return row;
}
