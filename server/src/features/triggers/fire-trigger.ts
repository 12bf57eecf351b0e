import type { FieldError, TriggerError, TriggerFired } from '@portico/shared-types';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { deriveId } from '../../platform/ids.ts';
import { startExecution, type ExecutionsPlatform } from '../executions/index.ts';
import { findNextTick } from './read-schedule.ts';
import { keepSchedule } from './keep-schedule.ts';
import { fireTriggerJob } from './triggers.jobs.ts';
import { findAnyTrigger, findTrigger, markFired, passTick, type TriggerRow } from './triggers.sql.ts';

/** Maximum number of characters of a stored reason: a workflow can refuse many inputs. */
const maxReason = 1000;

/** Starts an execution manually (docs/reference/triggers.md#executing). Throws 404, and 400 for a disabled trigger. */
export async function executeTrigger(
  platform: ExecutionsPlatform,
  workspaceId: string,
  id: string,
  inputs: Record<string, unknown>,
): Promise<TriggerFired> {
  const trigger = await findTrigger(platform.database.sql, workspaceId, id);
  if (trigger === undefined) throw notFound('trigger', id);
  return fireTrigger(platform, trigger, inputs);
}

/** Starts an execution with the caller's inputs merged over the trigger's own. Throws 400 for a disabled trigger. */
export async function fireTrigger(
  platform: ExecutionsPlatform,
  trigger: TriggerRow,
  inputs: Record<string, unknown>,
): Promise<TriggerFired> {
  if (!trigger.enabled)
    throw invalid({
      path: 'params.id',
      message: 'the trigger is disabled; enable it first',
      code: 'not_in_this_state',
    });
  const { id, workspace_id: workspaceId, workflow_id: workflowId } = trigger;
  const merged = { ...trigger.inputs, ...inputs };
  const started = await startExecution(platform, { workspaceId, workflowId, inputs: merged, triggerId: id });
  await markFired(platform.database.sql, workspaceId, id);
  return { ...started, trigger_id: id };
}

/**
 * Fires a schedule for one of its ticks. Firing the same tick again, in another process or after a crash, starts
 * nothing, because the execution's id is derived from the trigger and the tick.
 */
export async function fireTick(platform: ExecutionsPlatform, id: string, tick: Date): Promise<void> {
  const { sql } = platform.database;
  const trigger = await findAnyTrigger(sql, id);
  const schedule = trigger === undefined ? undefined : readSchedule(trigger);
  if (trigger === undefined || schedule === undefined) {
    await platform.queue.schedule(fireTriggerJob, id, null, { trigger_id: id });
    return;
  }
  const at = tick.toISOString();
  if (trigger.next_tick_at === null || trigger.next_tick_at > at) return;
  const error = await startAt(platform, trigger, tick);
  const next = findNextTick(schedule, new Date(Math.max(tick.getTime(), Date.now())));
  await passTick(sql, trigger.workspace_id, id, { tick: at, next, error });
}

/** Fires a tick that the queue's scheduler lost, and registers the schedule again. */
export async function fireLostTick(platform: ExecutionsPlatform, id: string, tick: Date): Promise<void> {
  await fireTick(platform, id, tick);
  const trigger = await findAnyTrigger(platform.database.sql, id);
  if (trigger !== undefined) await keepSchedule(platform, trigger);
}

/** Returns why the workflow refused to start, such as for its inputs; the next tick tries again. Null if it started. */
async function startAt(platform: ExecutionsPlatform, trigger: TriggerRow, tick: Date): Promise<TriggerError | null> {
  const { id: triggerId, workspace_id: workspaceId, workflow_id: workflowId, inputs } = trigger;
  const id = deriveId('exe', tick, `${triggerId} ${tick.toISOString()}`);
  try {
    await startExecution(platform, { workspaceId, workflowId, inputs, triggerId, id });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    platform.log.warn({ trigger_id: triggerId, code: error.code, reason: error.message }, 'a schedule could not fire');
    return { message: reasonOf(error), at: new Date().toISOString() };
  }
}

/** The reason in the words of a trigger, which has `inputs` but no request with a `body` and `params`. */
function reasonOf({ details, message }: ApiError): string {
  const fields: FieldError[] = Array.isArray(details['fields']) ? details['fields'] : [];
  const faults = fields.map((field) => {
    const path = field.path.replace(/^(?:body\.|params\.id$)/, '');
    return path === '' ? field.message : `${path}: ${field.message}`;
  });
  return faults.length === 0 ? message : faults.join('; ').slice(0, maxReason);
}

function readSchedule({ enabled, cron, timezone }: TriggerRow): { cron: string; timezone: string } | undefined {
  return enabled && cron !== null && timezone !== null ? { cron, timezone } : undefined;
}
