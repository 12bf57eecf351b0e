import { announceTask } from '../tasks/announce-task.ts';
import { endTask } from '../tasks/end-task.ts';
import { startedEvent } from '../tasks/task-events.ts';
import { findTaskOfAny, findSteps, type TaskRow } from '../tasks/tasks.sql.ts';
import type { ClaimCapacity } from '../../../platform/leases/ports.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createMissingDeliverables } from './create-missing-deliverables.ts';
import { payLostReservations } from './budget.sql.ts';
import { runStep } from './run-step.ts';
import { type TaskRun, withLease } from './task-run.ts';
import { type Claim, claimTasks } from './tasks.claims.sql.ts';

/** A claimed task with everything needed to start its work. */
export interface TakenTask extends Claim {
  readonly task: TaskRow;
}

/** Claims due tasks, pays the reservations of a dead process, and sends the event of each start once. */
export async function takeTasks(platform: Platform, capacity: ClaimCapacity): Promise<TakenTask[]> {
  return platform.database.transaction(async (tx) => {
    const taken: TakenTask[] = [];
    for (const claim of await claimTasks(tx, capacity)) {
      const { id } = claim;
      await payLostReservations(tx, id);
      const task = await findTaskOfAny(tx, id);
      if (task === undefined) throw new Error('the claimed task is gone');
      if (claim.isFirst) {
        await platform.events.append(tx, id, [startedEvent(task)]);
        await announceTask(tx, 'persona.started', task);
      }
      taken.push({ ...claim, task });
    }
    return taken;
  });
}

/**
 * Works through the remaining steps, creates the deliverables, and completes the task. Throws the error that stops it.
 */
export async function runTask(run: TaskRun): Promise<void> {
  const { platform, task } = run;
  const steps = await findSteps(platform.database.sql, [task.id]);
  for (const { index, status } of steps) {
    run.deadlineSignal.throwIfAborted();
    if (status !== 'completed' && status !== 'skipped') await runStep(run, index);
  }
  await createMissingDeliverables(run);
  await withLease(run, async (tx) => endTask(platform, tx, task.id, { status: 'completed', error: null }));
}
