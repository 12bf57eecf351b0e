import type { WebhookEventType } from '@portico/shared-types';
import { leaveOutContents } from './leave-out-contents.ts';

/** An event as it is stored, without the id that each of its deliveries adds: `{type, timestamp, data}`. */
export function writeEvent(type: WebhookEventType, data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ type, timestamp: new Date().toISOString(), data: leaveOutContents(data) });
}

/** The body of a delivery, the same bytes in every attempt. */
export function writeBody(deliveryId: string, event: string): string {
  return `{"id":${JSON.stringify(deliveryId)},${event.slice(1)}`;
}
