import type { Transaction } from '../../../platform/database.ts';
import { announce } from '../../webhooks/index.ts';
import type { TaskRow } from './tasks.sql.ts';
import { recordTasks } from './present-task.ts';

/** Notifies the workspace's webhooks of a task as returned by its GET, without the link, which works like a secret. */
export async function announceTask(
  tx: Transaction,
  type: 'persona.started' | 'persona.completed' | 'persona.failed' | 'persona.approval_required',
  row: TaskRow,
): Promise<void> {
  const [data] = await recordTasks(tx, [row]);
  if (data !== undefined) await announce(tx, { workspaceId: row.workspace_id, type, data });
}
