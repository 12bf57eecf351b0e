import type { Sql } from '../../platform/database.ts';
import type { PreparedAnnouncement } from './announce.ts';

/** The channel that wakes the workers once deliveries are committed; announce_event() speaks on it. */
export const deliveriesChannel = 'webhook_deliveries';

/** Makes the deliveries of an event: one look into an index if there is no webhook for it. */
export async function announceEvent(
  sql: Sql,
  workspaceId: string,
  { seed, type, event }: PreparedAnnouncement,
): Promise<void> {
  await sql`SELECT announce_event(${workspaceId}, ${seed}, ${type}, ${event})`;
}
