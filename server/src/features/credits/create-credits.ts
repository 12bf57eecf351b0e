import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { usageRoutes } from './usage.routes.ts';
import { releaseWaiting } from './credits.sql.ts';
import { sweepPayers } from './sweep-payers.ts';

export function createCredits(platform: Platform): Feature {
  return {
    name: 'credits',
    routes: bindRoutes(platform, usageRoutes),
    sweeps: [
      { name: 'credits.reservations', everyMs: 60_000, run: async () => sweepReservations(platform) },
      { name: 'credits.payers', everyMs: 86_400_000, run: async () => sweepPayers(platform) },
    ],
  };
}

/** Returns the reservations of replies that were cancelled or failed before the model was called. */
async function sweepReservations(platform: Platform): Promise<void> {
  await releaseWaiting(platform.database.sql);
}
