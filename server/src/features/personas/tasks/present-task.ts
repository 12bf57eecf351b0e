import type { PersonaApproval, PersonaInstance, PersonaStep } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { roundCredits } from '../../credits/index.ts';
import { type ApprovalRow, findApprovals, findTasks, findSteps, type TaskRow, type StepRow } from './tasks.sql.ts';
import { type LinkGrant, linkTo } from './link-token.ts';

/** A task without its link, for webhooks. */
export type TaskRecord = Omit<PersonaInstance, 'link'>;

const settled = new Set<PersonaStep['status']>(['completed', 'skipped']);

/**
 * Current tasks, each with a link for the reader's rights. A task is read in the same query as its approvals: one that
 * has just started to wait must not appear as running beside its open approval.
 */
export async function presentTasks(
  platform: Platform,
  rows: readonly TaskRow[],
  grant: LinkGrant,
): Promise<PersonaInstance[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  return platform.database.snapshot(async (tx) => {
    const now = await findTasks(tx, ids);
    const records = await recordTasks(tx, now);
    return now.flatMap((row, index) => {
      const record = records[index];
      return record === undefined ? [] : [{ ...record, link: linkTo(platform, row, grant) }];
    });
  });
}

export async function presentTask(platform: Platform, row: TaskRow, grant: LinkGrant): Promise<PersonaInstance> {
  const [instance] = await presentTasks(platform, [row], grant);
  if (instance === undefined) throw new Error('one task is presented as one');
  return instance;
}

/** A task right after a change, regardless of a worker's changes since. */
export async function presentChanged(platform: Platform, row: TaskRow, grant: LinkGrant): Promise<PersonaInstance> {
  const [record] = await recordTasks(platform.database.sql, [row]);
  if (record === undefined) throw new Error('one task is presented as one');
  return { ...record, link: linkTo(platform, row, grant) };
}

export async function recordTasks(sql: Sql, rows: readonly TaskRow[]): Promise<TaskRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const steps = await findSteps(sql, ids);
  const approvals = await findApprovals(sql, ids);
  return rows.map((row) =>
    recordTask(
      row,
      steps.filter(({ instance_id: id }) => id === row.id),
      approvals.filter(({ instance_id: id }) => id === row.id),
    ),
  );
}

function recordTask(row: TaskRow, steps: readonly StepRow[], approvals: readonly ApprovalRow[]): TaskRecord {
  const next = steps.find(({ status }) => !settled.has(status));
  return {
    id: row.id,
    personaId: row.persona_id,
    personaName: row.plan.personaName,
    taskTitle: row.task_title,
    structuredInputs: row.structured_inputs,
    status: row.status,
    pauseReason: row.pause_reason,
    progress: {
      percent: row.status === 'completed' ? 100 : percentOf(steps),
      currentStep: next?.index ?? null,
      steps: steps.map(presentStep),
    },
    costCredits: roundCredits(row.cost_credits),
    usage: {
      promptTokens: row.prompt_tokens,
      completionTokens: row.completion_tokens,
      totalTokens: row.prompt_tokens + row.completion_tokens,
    },
    approvals: approvals.map(presentApproval),
    maxDurationHours: row.max_duration_hours,
    maxCostCredits: row.max_cost_credits,
    error: row.error,
    createdAt: row.created_at,
    startedAt: row.started_at,
    completedAt: row.completed_at,
  };
}

/** Progress through the steps; a task is at 100 only once its deliverables exist, too. */
export function percentOf(steps: readonly Pick<StepRow, 'status'>[]): number {
  const done = steps.filter(({ status }) => settled.has(status)).length;
  return steps.length === 0 ? 0 : Math.min(99, Math.round((done / steps.length) * 100));
}

function presentStep(row: StepRow): PersonaStep {
  return {
    index: row.index,
    title: row.title,
    status: row.status,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    output: row.output,
    costCredits: roundCredits(row.cost_credits),
  };
}

export function presentApproval(row: ApprovalRow): PersonaApproval {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    arguments: row.edited_arguments ?? row.arguments,
    status: row.status,
    expiresAt: row.expires_at,
    stepIndex: row.step,
    comment: row.comment,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
  };
}
