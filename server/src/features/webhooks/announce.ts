import type { WebhookEventType } from '@portico/shared-types';
import type { Transaction } from '../../platform/database.ts';
import { createId } from '../../platform/ids.ts';
import { announceEvent } from './announce.sql.ts';
import { writeEvent } from './event-body.ts';

export interface Announcement {
  readonly workspaceId: string;
  readonly type: WebhookEventType;
  /** The resource as returned by its GET, without secrets; contents over 20,000 bytes are left out here. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The arguments of the SQL function announce_event() after the workspace. */
export interface PreparedAnnouncement {
  /** The seed of the deliveries' ids. */
  readonly seed: string;
  readonly type: WebhookEventType;
  /** JSON text `{type, timestamp, data}`, ending with data. */
  readonly event: string;
}

/**
 * Notifies the workspace's webhooks of an event (docs/reference/webhooks.md#events), in the transaction that makes it
 * true: the deliveries commit with it, and the workers are notified afterwards. Costs a single index lookup if there is
 * no webhook.
 */
export async function announce(tx: Transaction, { workspaceId, type, data }: Announcement): Promise<void> {
  await announceEvent(tx, workspaceId, prepareAnnouncement(type, data));
}

/** The same for a statement that changes the state itself and also calls announce_event(). */
export function prepareAnnouncement(
  type: WebhookEventType,
  data: Readonly<Record<string, unknown>>,
): PreparedAnnouncement {
  return { seed: createId('dlv'), type, event: writeEvent(type, data) };
}
