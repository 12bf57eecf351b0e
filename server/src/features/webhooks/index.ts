export { announce, type Announcement } from './announce.ts';
export { deliveryRoutes } from './deliveries.routes.ts';
export { createSigningSecret, isSignedBy } from './standard-webhooks.ts';
export { webhookRoutes } from './webhooks.routes.ts';
export { startDeliveries, sweepDeliveries } from './webhooks.worker.ts';
