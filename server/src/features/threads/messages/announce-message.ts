import type { Transaction } from '../../../platform/database.ts';
import { announce } from '../../webhooks/index.ts';
import type { MessageRow } from './messages.sql.ts';
import { presentMessage } from './present-message.ts';

/**
 * Notifies the workspace's webhooks of a message: a question when it arrives, a reply when it has ended
 * (docs/reference/webhooks.md#events).
 */
export async function announceMessage(tx: Transaction, workspaceId: string, row: MessageRow): Promise<void> {
  await announce(tx, { workspaceId, type: 'message.created', data: { ...presentMessage(row) } });
}
