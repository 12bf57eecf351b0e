export { createWebhooks } from './create-webhooks.ts';
export { announce, prepareAnnouncement, type PreparedAnnouncement } from './announce.ts';
export { contentBytes } from './leave-out-contents.ts';
export { deleteOldDeliveries } from './delete-old-deliveries.ts';
export { eraseDeliveries } from './erase-deliveries.ts';
export { deliveryRoutes } from './deliveries.routes.ts';
export { createSigningSecret, isSignedBy } from './standard-webhooks.ts';
export { webhookRoutes } from './webhooks.routes.ts';
