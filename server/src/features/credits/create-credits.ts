import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { sweepReservations } from './sweep-reservations.ts';
import { usageRoutes } from './usage.routes.ts';

export function createCredits(platform: Platform): Feature {
  return {
    name: 'credits',
    routes: bindRoutes(platform, usageRoutes),
    sweeps: [{ name: 'credits.reservations', everyMs: 60_000, run: async () => sweepReservations(platform) }],
  };
}
