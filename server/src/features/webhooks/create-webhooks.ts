import type { Feature } from '../../platform/feature.ts';
import { bindRoutes } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { startDeliveries, sweepDeliveries } from './deliveries.worker.ts';
import { sweepDeletedWebhooks } from './remove-webhook.ts';
import { webhookRoutes } from './webhooks.routes.ts';
import { deliveryRoutes } from './deliveries.routes.ts';

export function createWebhooks(platform: Platform): Feature {
  return {
    name: 'webhooks',
    routes: bindRoutes(platform, [...webhookRoutes, ...deliveryRoutes]),
    sweeps: [
      { name: 'webhook-deliveries', everyMs: 15_000, run: async () => sweepDeliveries(platform) },
      { name: 'deleted-webhooks', everyMs: 5000, run: async () => sweepDeletedWebhooks(platform) },
    ],
    start: () => startDeliveries(platform),
  };
}
