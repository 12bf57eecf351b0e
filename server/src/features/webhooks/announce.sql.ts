import type { Sql } from '../../platform/database.ts';
import type { PreparedAnnouncement } from './announce.ts';

/** The NOTIFY channel of announce_event(), which wakes the workers once deliveries are committed. */
export const deliveriesChannel = 'webhook_deliveries';

/** Creates the deliveries of an event; a single index lookup if there is no webhook for it. */
export async function announceEvent(
  sql: Sql,
  workspaceId: string,
  { seed, type, event }: PreparedAnnouncement,
): Promise<void> {
  await sql`SELECT announce_event(${workspaceId}, ${seed}, ${type}, ${event})`;
}
