import type { RunError } from '@portico/shared-types';
import type { Transaction } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { announceTask } from './announce-task.ts';
import { endEvent } from './task-events.ts';
import { updateTaskEnd, findTaskOfAny, findSteps, type TaskRow } from './tasks.sql.ts';

/** Ends a task unless it has ended, with its event and its webhook; undefined if it has already ended. */
export async function endTask(
  platform: Platform,
  tx: Transaction,
  id: string,
  end: { status: 'completed' | 'failed' | 'cancelled'; error: RunError | null },
): Promise<TaskRow | undefined> {
  if (!(await updateTaskEnd(tx, id, end))) return undefined;
  const row = await findTaskOfAny(tx, id);
  if (row === undefined) throw new Error('the ended task is gone');
  await platform.events.append(tx, id, [endEvent(row, await findSteps(tx, [id]))]);
  if (end.status !== 'cancelled') await announceTask(tx, `persona.${end.status}`, row);
  return row;
}
