import type { WebhookEventType } from '@portico/shared-types';
import type { Transaction } from '../../platform/database.ts';
import { createId } from '../../platform/ids.ts';
import { announceEvent } from './announce.sql.ts';
import { writeEvent } from './event-body.ts';

export interface Announcement {
  readonly workspaceId: string;
  readonly type: WebhookEventType;
  /** The resource as its GET shows it, without secrets; contents over 20,000 bytes are left out here. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Tells the workspace's webhooks of an event (contract section 9), in the transaction that makes it true: the deliveries
 * commit with it, and the workers hear of them afterwards. Costs one look into an index where nobody listens.
 */
export async function announce(tx: Transaction, { workspaceId, type, data }: Announcement): Promise<void> {
  await announceEvent(tx, workspaceId, { seed: createId('dlv'), type, event: writeEvent(type, data) });
}
