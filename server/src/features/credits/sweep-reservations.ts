import type { Platform } from '../../platform/platform.ts';
import { releaseWaiting } from './credits.sql.ts';

/** Returns the reservations of replies that were cancelled or failed before the model was called. */
export async function sweepReservations(platform: Platform): Promise<void> {
  await releaseWaiting(platform.database.sql);
}
