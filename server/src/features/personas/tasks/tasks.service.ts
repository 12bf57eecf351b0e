import type {
  PageQuery,
  PersonaInstanceCreate,
  PersonaInstanceListQuery,
  PersonaInstanceResume,
} from '@portico/shared-types';
import { afterCommit } from '../../../platform/database.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/http/route.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { PersonasPlatform } from '../personas-platform.ts';
import { checkInputs } from './check-inputs.ts';
import { endTask } from './end-task.ts';
import { resumedEvent } from './task-events.ts';
import {
  findTask,
  insertTask,
  findTaskOfAny,
  type TaskRow,
  listTasks,
  lockTask,
  raiseLinkGeneration,
  resumeInstance,
} from './tasks.sql.ts';
import { requirePersona } from '../personas.service.ts';
import { lockPersona } from '../personas.sql.ts';
import { makePlan } from '../plan.ts';
import { endedTasks, hintWorkers } from '../tasks.jobs.ts';

const hourMs = 3_600_000;

/** Starts a task. Throws 404 for the persona, and a 400 that lists every invalid input. */
export async function startInstance(
  platform: PersonasPlatform,
  workspaceId: string,
  personaId: string,
  body: PersonaInstanceCreate,
): Promise<TaskRow> {
  const persona = await requirePersona(platform, workspaceId, personaId);
  const { definition } = persona;
  const structuredInputs = checkInputs(definition.inputFields, body.structuredInputs);
  const plan = await makePlan(platform, persona);
  if (plan === undefined) throw invalid({ path: 'params.id', message: 'the persona’s agent was deleted' });
  const id = createId('ins');
  await platform.database.transaction(async (tx) => {
    // No task can start while its persona is being deleted.
    if ((await lockPersona(tx, workspaceId, personaId)) === undefined) throw notFound('persona', personaId);
    await insertTask(tx, {
      id,
      workspaceId,
      personaId,
      taskTitle: body.taskTitle,
      structuredInputs,
      plan,
      maxDurationHours: body.maxDurationHours ?? definition.maxDurationHours,
      maxCostCredits: body.maxCostCredits ?? definition.maxCostCredits,
      steps: definition.sopSteps,
    });
  });
  const row = await requireTask(platform, workspaceId, id);
  await hintWorkers(platform, id);
  return row;
}

/** The task of this workspace. Throws 404. */
export async function requireTask(platform: Platform, workspaceId: string, id: string): Promise<TaskRow> {
  const row = await findTask(platform.database.sql, workspaceId, id);
  if (row === undefined) throw notFound('persona instance', id);
  return row;
}

/** A page of the workspace's tasks, newest first. */
export async function pageTasks(
  platform: Platform,
  workspaceId: string,
  query: PersonaInstanceListQuery,
): Promise<Page<TaskRow>> {
  return listTasks(platform.database.sql, workspaceId, query);
}

/** A page of a persona's tasks, newest first; those of a deleted persona stay. Throws 404. */
export async function pageTasksOfPersona(
  platform: Platform,
  workspaceId: string,
  personaId: string,
  query: PageQuery,
): Promise<Page<TaskRow>> {
  const found = await listTasks(platform.database.sql, workspaceId, { ...query, personaId });
  if (found.total === 0) await requirePersona(platform, workspaceId, personaId);
  return found;
}

/**
 * Cancels a task. The process that works on it loses its lease, and stops the model and the tools. Throws 404, and 400
 * for a task that has ended.
 */
export async function cancelInstance(platform: Platform, workspaceId: string, id: string): Promise<TaskRow> {
  return platform.database.transaction(async (tx) => {
    const row = await lockTask(tx, workspaceId, id);
    if (row === undefined) throw notFound('persona instance', id);
    const ended = await endTask(platform, tx, id, { status: 'cancelled', error: null });
    if (ended === undefined)
      throw invalid({ path: 'params.id', message: `the task is ${row.status} already`, code: 'not_in_this_state' });
    afterCommit(tx, () => platform.bus.publish(endedTasks, id));
    return ended;
  });
}

/** Resumes a task that reached a cap. Throws 404, and 400 if it isn't paused or the new caps are used up. */
export async function resumeTask(
  platform: PersonasPlatform,
  workspaceId: string,
  id: string,
  body: PersonaInstanceResume,
): Promise<TaskRow> {
  await platform.database.transaction(async (tx) => {
    const row = await lockTask(tx, workspaceId, id);
    if (row === undefined) throw notFound('persona instance', id);
    if (row.status !== 'paused_budget') {
      throw invalid({
        path: 'params.id',
        message: `the task is ${row.status}, not paused_budget`,
        code: 'not_in_this_state',
      });
    }
    const caps = {
      maxCostCredits: body.maxCostCredits ?? row.max_cost_credits,
      maxDurationHours: body.maxDurationHours ?? row.max_duration_hours,
    };
    const faults = [];
    if (caps.maxCostCredits <= row.cost_credits) {
      faults.push({ path: 'body.maxCostCredits', message: `must be above the ${row.cost_credits} credits spent` });
    }
    if (caps.maxDurationHours * hourMs <= row.active_ms) {
      const spent = (row.active_ms / hourMs).toFixed(4);
      faults.push({ path: 'body.maxDurationHours', message: `must be above the ${spent} hours worked` });
    }
    if (faults.length > 0) throw invalid(faults);
    await resumeInstance(tx, id, caps);
    await platform.events.append(tx, id, [resumedEvent(id, caps)]);
  });
  const row = await requireTask(platform, workspaceId, id);
  await hintWorkers(platform, id);
  return row;
}

/** Revokes every link to a task; streams opened with one end within two seconds. Throws 404. */
export async function revokeLinks(platform: Platform, workspaceId: string, id: string): Promise<TaskRow> {
  const row = await raiseLinkGeneration(platform.database.sql, workspaceId, id);
  if (row === undefined) throw notFound('persona instance', id);
  return row;
}

/** The task with this id in any workspace, for holders of its link: the token grants access. */
export async function findLinkedTask(platform: Platform, id: string): Promise<TaskRow | undefined> {
  return findTaskOfAny(platform.database.sql, id);
}
