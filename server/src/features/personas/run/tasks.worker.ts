import type { RunError } from '@portico/shared-types';
import { isDiskFull } from '../../../platform/errors.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import { isUnstorable } from '../../../platform/is-unstorable.ts';
import { LeasedWorker } from '../../../platform/leases/leased-worker.ts';
import { LeaseLost } from '../../../platform/leases/lease.ts';
import type { ClaimCapacity, FailReason, Turn } from '../../../platform/leases/ports.ts';
import { replaceOne } from '../../../platform/leases/replace-one.ts';
import { ModelError } from '../../../platform/models/model-error.ts';
import { ResultUnwanted } from '../../agents/index.ts';
import { endTask } from '../tasks/end-task.ts';
import { findTaskOfAny } from '../tasks/tasks.sql.ts';
import { Budget } from './budget.ts';
import type { PersonasPlatform } from '../personas-platform.ts';
import { endedTasks } from '../tasks.jobs.ts';
import { pauseTask } from './suspend-task.ts';
import { runTask, type TakenTask, takeTasks } from './run-task.ts';
import { BudgetReached, Suspended, TaskFailure, ToolUnreachable } from './signals.ts';
import { type TaskRun, withLease } from './task-run.ts';
import { releaseAllTasks, releaseTask, renewTasks } from './tasks.claims.sql.ts';

/** Maximum number of tasks that one process works on at the same time; the others wait for a free slot. */
const slots = { slots: 125, share: 100 };
/**
 * Waits before the next attempt while a model or the server of a tool is unavailable, or the disk is full. Then the task
 * fails because of the model or the disk, or continues without the call of the tool.
 */
const retryMs = [2_000, 10_000, 30_000, 120_000, 300_000] as const;
/** The longest timer that Node has. */
const maxTimerMs = 2_147_483_647;

/** Starts working on tasks in this process; returns the function that stops it. */
export function startPersonaWorker(platform: PersonasPlatform): () => Promise<void> {
  const { sql, embedded } = platform.database;
  const groupOf = ({ task }: TakenTask): string => task.workspace_id;
  const claim = async (capacity: ClaimCapacity): Promise<TakenTask[]> => takeTasks(platform, capacity);
  const worker = new LeasedWorker<TakenTask>(
    {
      name: 'task',
      log: platform.log,
      ...slots,
      // A decision or a resume may come at the moment at which a task is suspended.
      looksAfterEach: true,
      groupOf,
      claim,
      replace: async (running, ending) => replaceOne(running, { ...slots, groupOf, ending }, claim),
      renew: async (leases, extend) => renewTasks(sql, leases, extend),
      release: async (taken, { afterMs, isFault }) => releaseTask(sql, taken, afterMs, isFault),
      releaseAll: async () => releaseAllTasks(sql),
      run: async (taken, turn) => {
        await workOn(platform, taken, turn);
        return undefined;
      },
      fail: async (taken, reason) => failTask(platform, taken, toFailure(reason)),
      explainLoss: async ({ id }) => {
        const row = await findTaskOfAny(sql, id);
        return row?.status === 'cancelled' ? new ResultUnwanted() : undefined;
      },
    },
    platform.leases,
  );
  const stop = platform.personas.worker.start(worker, { isAlone: embedded });
  const unsubscribe = platform.bus.subscribe(endedTasks, (id) => worker.abandon(id, new ResultUnwanted()));
  return async () => {
    await stop();
    unsubscribe();
  };
}

/**
 * Works on a task until it has ended or has to wait. Throws if its lease is lost, and for an outage of our own stores.
 */
async function workOn(platform: PersonasPlatform, taken: TakenTask, turn: Turn): Promise<void> {
  const { task } = taken;
  const { signal } = turn;
  const deadline = new AbortController();
  const leftMs = task.max_duration_hours * 3_600_000 - task.active_ms;
  const timer = setTimeout(() => deadline.abort(new BudgetReached('duration')), Math.min(leftMs, maxTimerMs));
  const deadlineSignal = AbortSignal.any([signal, deadline.signal]);
  const mayRetry = taken.failures < retryMs.length;
  const budget = new Budget(platform, taken);
  let isReplaced = false;
  turn.onReplaced(() => (isReplaced = true));
  const isGivingWay = (): boolean => isReplaced;
  const run: TaskRun = { platform, task, held: taken, budget, signal, deadlineSignal, mayRetry, isGivingWay };
  try {
    if (taken.failures > retryMs.length) throw toFailure('interrupted');
    await runTask(run);
  } catch (error) {
    await settle(run, taken, error);
  } finally {
    clearTimeout(timer);
  }
}

/** Records the error that stopped a task; rethrows errors that only release it. */
async function settle(run: TaskRun, taken: TakenTask, error: unknown): Promise<void> {
  const { platform, task, signal } = run;
  if (error instanceof Suspended) return;
  signal.throwIfAborted();
  if (error instanceof LeaseLost || isOutage(error) || isUnstorable(error)) throw error;
  if (error instanceof BudgetReached) {
    await pauseTask(run, error.reason);
    return;
  }
  const isTemporary =
    error instanceof ToolUnreachable || (error instanceof ModelError && error.retryable) || isDiskFull(error);
  const delayMs = isTemporary ? retryMs[taken.failures] : undefined;
  if (delayMs !== undefined) {
    platform.log.warn(
      { err: error, instance_id: task.id, delay_ms: delayMs },
      'a task waits for its model, a tool or space on the disk',
    );
    await releaseTask(platform.database.sql, taken, delayMs);
    return;
  }
  platform.log.warn({ err: error, instance_id: task.id }, 'a task failed');
  await failTask(platform, taken, error);
}

async function failTask(platform: PersonasPlatform, taken: TakenTask, error: unknown): Promise<void> {
  await withLease({ platform, held: taken }, async (tx) =>
    endTask(platform, tx, taken.id, { status: 'failed', error: toRunError(error) }),
  );
}

function toFailure(reason: FailReason): TaskFailure {
  const message = reason === 'interrupted' ? 'The task was interrupted too often.' : 'A result can’t be stored.';
  return new TaskFailure('execution_failed', message);
}

function toRunError(error: unknown): RunError {
  if (isDiskFull(error)) return { code: 'service_unavailable', message: 'The server has no space left for files.' };
  if (error instanceof TaskFailure) return { code: error.code, message: error.message };
  if (error instanceof ModelError) {
    return { code: error.retryable ? 'service_unavailable' : 'execution_failed', message: error.message };
  }
  return { code: 'execution_failed', message: 'The task failed because of an internal error.' };
}
