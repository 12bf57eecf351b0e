import { findApprovalsOfStep } from '../tasks/approvals.sql.ts';
import { pausedEvent } from '../tasks/task-events.ts';
import { findTaskOfAny, findSteps } from '../tasks/tasks.sql.ts';
import { suspendTask } from './tasks.claims.sql.ts';
import { Suspended } from './signals.ts';
import { type TaskRun, withLease } from './task-run.ts';

/**
 * Suspends the task until a person decides these approvals and throws Suspended; returns if one was decided in the
 * meantime. Decisions lock the task as well, so a decision is either seen here or finds the task waiting and wakes it.
 */
export async function suspendForApproval(run: TaskRun, step: number, approvalIds: readonly string[]): Promise<void> {
  const { task, held } = run;
  const isSuspended = await withLease(run, async (tx) => {
    const asked = await findApprovalsOfStep(tx, task.id, step);
    const open = asked.filter(({ id, status }) => status === 'pending' && approvalIds.includes(id));
    if (open.length < approvalIds.length) return false;
    await suspendTask(tx, held, { status: 'awaiting_approval' });
    return true;
  });
  if (isSuspended) throw new Suspended();
}

/** Suspends the task until it is resumed. Throws LeaseLost. */
export async function pauseTask(run: TaskRun, reason: 'cost' | 'duration'): Promise<void> {
  const { platform, task, held } = run;
  await withLease(run, async (tx) => {
    await suspendTask(tx, held, { status: 'paused_budget', reason });
    const row = await findTaskOfAny(tx, task.id);
    if (row === undefined) throw new Error('the paused task is gone');
    await platform.events.append(tx, task.id, [pausedEvent(row, await findSteps(tx, [task.id]))]);
  });
}
