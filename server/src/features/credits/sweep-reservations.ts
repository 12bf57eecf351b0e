import type { Platform } from '../../platform/platform.ts';
import { releaseWaiting } from './credits.sql.ts';

/** Gives back what was set aside for replies that were cancelled or failed before their model was asked. */
export async function sweepReservations(platform: Platform): Promise<void> {
  await releaseWaiting(platform.database.sql);
}
