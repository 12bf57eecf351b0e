import type { Transaction } from '../../../platform/database.ts';
import { announce } from '../../webhooks/index.ts';
import type { InstanceRow } from './tasks.sql.ts';
import { recordInstances } from './present-task.ts';

/** Notifies the workspace's webhooks of a task as its GET shows it, without the link: that works like a secret. */
export async function announceTask(
  tx: Transaction,
  type: 'persona.started' | 'persona.completed' | 'persona.failed' | 'persona.approval_required',
  row: InstanceRow,
): Promise<void> {
  const [data] = await recordInstances(tx, [row]);
  if (data !== undefined) await announce(tx, { workspaceId: row.workspace_id, type, data });
}
