import type { Page } from '../../../platform/http/route.ts';
import type {
  PersonaApproval,
  PersonaInstance,
  PersonaInstanceListQuery,
  PersonaStep,
  RunError,
} from '@portico/shared-types';
import { json, type Sql } from '../../../platform/database.ts';
import type { Plan } from '../plan.ts';
import { selectPage } from '../../../platform/select-page.ts';

export interface TaskRow {
  id: string;
  workspace_id: string;
  persona_id: string;
  task_title: string;
  structured_inputs: Record<string, unknown>;
  plan: Plan;
  status: PersonaInstance['status'];
  pause_reason: PersonaInstance['pauseReason'];
  max_duration_hours: number;
  max_cost_credits: number;
  cost_credits: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** Working time so far. */
  active_ms: number;
  error: RunError | null;
  /** Links of another generation are revoked. */
  link_generation: number;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
}

export interface StepRow {
  instance_id: string;
  index: number;
  title: string;
  status: PersonaStep['status'];
  output: string | null;
  cost_credits: number;
  started_at: string | null;
  completed_at: string | null;
}

export interface ApprovalRow {
  id: string;
  workspace_id: string;
  instance_id: string;
  step: number;
  turn: number | null;
  place: number | null;
  kind: PersonaApproval['kind'];
  title: string;
  arguments: Record<string, unknown>;
  edited_arguments: Record<string, unknown> | null;
  status: PersonaApproval['status'];
  comment: string | null;
  decided_by: string | null;
  expires_at: string;
  created_at: string;
  decided_at: string | null;
}

const columns = (sql: Sql) => sql`id, workspace_id, persona_id, task_title, structured_inputs, plan, status,
  pause_reason, max_duration_hours, max_cost_credits::float8, cost_credits::float8, prompt_tokens::float8,
  completion_tokens::float8,
  active_ms + coalesce(extract(epoch FROM now() - active_since), 0)::float8 * 1000 AS active_ms,
  error, link_generation, created_at, started_at, completed_at`;

export const approvalColumns = (sql: Sql) => sql`id, workspace_id, instance_id, step, turn, place, kind, title,
  arguments, edited_arguments, status, comment, decided_by, expires_at, created_at, decided_at`;

export interface NewTask {
  id: string;
  workspaceId: string;
  personaId: string;
  taskTitle: string;
  structuredInputs: Record<string, unknown>;
  plan: Plan;
  maxDurationHours: number;
  maxCostCredits: number;
  steps: readonly string[];
}

export async function insertTask(sql: Sql, instance: NewTask): Promise<void> {
  await sql`
    INSERT INTO persona_instances (id, workspace_id, persona_id, task_title, structured_inputs, plan, status,
      max_duration_hours, max_cost_credits, due_at)
    VALUES (${instance.id}, ${instance.workspaceId}, ${instance.personaId}, ${instance.taskTitle},
      ${json(instance.structuredInputs)}, ${json(instance.plan)}, 'pending', ${instance.maxDurationHours},
      ${instance.maxCostCredits}, now())`;
  await sql`
    INSERT INTO persona_steps (instance_id, index, title)
    SELECT ${instance.id}, place - 1, title
    FROM unnest(${[...instance.steps]}::text[]) WITH ORDINALITY AS step (title, place)`;
}

export async function findTask(sql: Sql, workspaceId: string, id: string): Promise<TaskRow | undefined> {
  const [row] = await sql<TaskRow[]>`
    SELECT ${columns(sql)} FROM persona_instances WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return row;
}

/** By id alone: for holders of a link, whose token grants access, and for the worker. */
export async function findTaskOfAny(sql: Sql, id: string): Promise<TaskRow | undefined> {
  const [row] = await sql<TaskRow[]>`SELECT ${columns(sql)} FROM persona_instances WHERE id = ${id}`;
  return row;
}

/** Tasks by their ids, in that order. */
export async function findTasks(sql: Sql, ids: readonly string[]): Promise<TaskRow[]> {
  return sql<TaskRow[]>`
    SELECT ${columns(sql)} FROM persona_instances WHERE id = ANY(${[...ids]}) ORDER BY array_position(${[...ids]}, id)`;
}

/** The task, locked until the transaction ends: decisions, cancels, resumes and progress all lock it. */
export async function lockTask(sql: Sql, workspaceId: string, id: string): Promise<TaskRow | undefined> {
  const [row] = await sql<TaskRow[]>`
    SELECT ${columns(sql)} FROM persona_instances WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`;
  return row;
}

/** Revokes every link to a task. */
export async function raiseLinkGeneration(sql: Sql, workspaceId: string, id: string): Promise<TaskRow | undefined> {
  const [row] = await sql<TaskRow[]>`
    UPDATE persona_instances SET link_generation = link_generation + 1
    WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${columns(sql)}`;
  return row;
}

/** A page of the tasks, newest first. */
export async function listTasks(
  sql: Sql,
  workspaceId: string,
  query: PersonaInstanceListQuery,
): Promise<Page<TaskRow>> {
  const { status, personaId } = query;
  return selectPage<TaskRow>(sql, query, {
    columns: columns(sql),
    from: sql`persona_instances WHERE workspace_id = ${workspaceId}
      ${personaId === undefined ? sql`` : sql`AND persona_id = ${personaId}`}
      ${status === undefined ? sql`` : sql`AND status = ${status}`}`,
    named: [sql`task_title`],
    key: sql`id`,
  });
}

/** The steps of these tasks, in order. */
export async function findSteps(sql: Sql, instanceIds: readonly string[]): Promise<StepRow[]> {
  return sql<StepRow[]>`
    SELECT instance_id, index, title, status, output, cost_credits::float8, started_at, completed_at
    FROM persona_steps WHERE instance_id = ANY(${[...instanceIds]}) ORDER BY instance_id, index`;
}

/** The approvals of these tasks, oldest first. */
export async function findApprovals(sql: Sql, instanceIds: readonly string[]): Promise<ApprovalRow[]> {
  return sql<ApprovalRow[]>`
    SELECT ${approvalColumns(sql)} FROM persona_approvals WHERE instance_id = ANY(${[...instanceIds]}) ORDER BY id`;
}

/** Writes a task's end, unless it has ended; the worker that held it loses its lease. */
export async function updateTaskEnd(
  sql: Sql,
  id: string,
  end: { status: 'completed' | 'failed' | 'cancelled'; error: RunError | null },
): Promise<boolean> {
  const rows = await sql`
    UPDATE persona_instances SET status = ${end.status}, error = ${end.error === null ? null : json(end.error)},
      pause_reason = NULL, completed_at = now(), due_at = NULL, lease_token = lease_token + 1,
      active_ms = active_ms + coalesce(extract(epoch FROM now() - active_since), 0) * 1000, active_since = NULL
    WHERE id = ${id} AND status NOT IN ('completed', 'failed', 'cancelled') RETURNING id`;
  if (rows.length === 0) return false;
  await sql`
    UPDATE persona_steps SET status = ${end.status === 'failed' ? 'failed' : 'cancelled'}, completed_at = now()
    WHERE instance_id = ${id} AND status = 'running'`;
  await sql`
    UPDATE persona_approvals SET status = 'cancelled', decided_at = now()
    WHERE instance_id = ${id} AND status = 'pending'`;
  return true;
}

/** Resumes a paused task with these caps. */
export async function resumeInstance(
  sql: Sql,
  id: string,
  caps: { maxCostCredits: number; maxDurationHours: number },
): Promise<void> {
  await sql`
    UPDATE persona_instances SET status = 'pending', pause_reason = NULL, due_at = now(),
      max_cost_credits = ${caps.maxCostCredits}, max_duration_hours = ${caps.maxDurationHours}
    WHERE id = ${id} AND status = 'paused_budget'`;
}
