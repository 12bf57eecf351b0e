import type { Page } from '../../platform/http/route.ts';
import type { NamedListQuery, TriggerCreate, TriggerError, TriggerType } from '@portico/shared-types';
import { json, type Sql, type Transaction } from '../../platform/database.ts';
import { selectPage } from '../../platform/select-page.ts';
import { workspacesInTurn } from '../../platform/leases/workspaces-in-turn.sql.ts';

export interface TriggerRow {
  id: string;
  workspace_id: string;
  workflow_id: string;
  name: string;
  type: TriggerType;
  enabled: boolean;
  inputs: Record<string, unknown>;
  cron: string | null;
  timezone: string | null;
  secret: Buffer | null;
  next_tick_at: string | null;
  last_fired_at: string | null;
  last_error: TriggerError | null;
  created_at: string;
  updated_at: string;
}

const columns = (sql: Sql) => sql`id, workspace_id, workflow_id, name, type, enabled, inputs, cron, timezone, secret,
  next_tick_at, last_fired_at, last_error, created_at, updated_at`;

/** Prevents the deletion of a workflow while a trigger for it is written; false if the workflow doesn't exist. */
export async function lockWorkflow(tx: Transaction, workspaceId: string, workflowId: string): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM workflows WHERE workspace_id = ${workspaceId} AND id = ${workflowId} AND deleted_at IS NULL FOR SHARE`;
  return rows.length > 0;
}

export interface TriggerState {
  readonly fields: TriggerCreate;
  readonly nextTickAt: string | null;
  /** Why the last tick was skipped. */
  readonly lastError?: TriggerError | null;
}

export async function insertTrigger(
  tx: Transaction,
  workspaceId: string,
  id: string,
  { fields, nextTickAt }: TriggerState,
  secret: Buffer | null,
): Promise<TriggerRow> {
  const [row] = await tx<TriggerRow[]>`
    INSERT INTO triggers (id, workspace_id, workflow_id, name, type, enabled, inputs, cron, timezone, secret, next_tick_at)
    VALUES (${id}, ${workspaceId}, ${fields.workflow_id}, ${fields.name}, ${fields.type}, ${fields.enabled},
      ${json(fields.inputs)}, ${fields.schedule?.cron ?? null}, ${fields.schedule?.timezone ?? null}, ${secret},
      ${nextTickAt})
    RETURNING ${columns(tx)}`;
  if (row === undefined) throw new Error('the trigger was not stored');
  return row;
}

export async function updateTrigger(
  tx: Transaction,
  workspaceId: string,
  id: string,
  { fields, nextTickAt, lastError = null }: TriggerState,
): Promise<TriggerRow | undefined> {
  const [row] = await tx<TriggerRow[]>`
    UPDATE triggers SET workflow_id = ${fields.workflow_id}, name = ${fields.name}, enabled = ${fields.enabled},
      inputs = ${json(fields.inputs)}, cron = ${fields.schedule?.cron ?? null},
      timezone = ${fields.schedule?.timezone ?? null}, next_tick_at = ${nextTickAt},
      last_error = ${lastError === null ? null : json(lastError)}, updated_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${id}
    RETURNING ${columns(tx)}`;
  return row;
}

export async function updateSecret(
  sql: Sql,
  workspaceId: string,
  id: string,
  secret: Buffer,
): Promise<TriggerRow | undefined> {
  const [row] = await sql<TriggerRow[]>`
    UPDATE triggers SET secret = ${secret}, updated_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND type = 'webhook' RETURNING ${columns(sql)}`;
  return row;
}

export async function findTrigger(sql: Sql, workspaceId: string, id: string): Promise<TriggerRow | undefined> {
  const [row] = await sql<TriggerRow[]>`
    SELECT ${columns(sql)} FROM triggers WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return row;
}

export async function lockTrigger(tx: Transaction, workspaceId: string, id: string): Promise<TriggerRow | undefined> {
  const [row] = await tx<TriggerRow[]>`
    SELECT ${columns(tx)} FROM triggers WHERE workspace_id = ${workspaceId} AND id = ${id} FOR NO KEY UPDATE`;
  return row;
}

/** A trigger of any workspace, for callers that only know its id: an inbound hook and the scheduler. */
export async function findAnyTrigger(sql: Sql, id: string): Promise<TriggerRow | undefined> {
  const [row] = await sql<TriggerRow[]>`SELECT ${columns(sql)} FROM triggers WHERE id = ${id}`;
  return row;
}

export async function listTriggers(sql: Sql, workspaceId: string, query: NamedListQuery): Promise<Page<TriggerRow>> {
  return selectPage<TriggerRow>(sql, query, {
    columns: columns(sql),
    from: sql`triggers WHERE workspace_id = ${workspaceId}`,
    named: [sql`name`],
  });
}

export async function deleteTriggerRow(sql: Sql, workspaceId: string, id: string): Promise<TriggerRow | undefined> {
  const [row] = await sql<TriggerRow[]>`
    DELETE FROM triggers WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${columns(sql)}`;
  return row;
}

export async function markFired(sql: Sql, workspaceId: string, id: string): Promise<void> {
  await sql`UPDATE triggers SET last_fired_at = now() WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

/** Records that `tick` has passed, and that it fired an execution or why it didn't. */
export async function passTick(
  sql: Sql,
  workspaceId: string,
  id: string,
  { tick, next, error }: { tick: string; next: string | null; error: TriggerError | null },
): Promise<void> {
  await sql`
    UPDATE triggers SET next_tick_at = ${next}, last_error = ${error === null ? null : json(error)},
      last_fired_at = CASE WHEN ${error === null} THEN now() ELSE last_fired_at END
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND enabled AND next_tick_at <= ${tick}`;
}

/** A schedule with its tick that is overdue. */
export interface OverdueTick {
  readonly id: string;
  readonly next_tick_at: string;
}

/** Enabled schedules whose tick is overdue by this many seconds, the longest overdue of each workspace first. */
export async function findOverdueTicks(sql: Sql, seconds: number, except: readonly string[]): Promise<OverdueTick[]> {
  return sql<OverdueTick[]>`
    SELECT id, next_tick_at FROM triggers
    WHERE next_tick_at < now() - ${seconds} * interval '1 second' AND id <> ALL(${[...except]}::text[])
    ORDER BY ${workspacesInTurn(sql, 'next_tick_at')} LIMIT 100`;
}

/** A page of all workspaces' enabled schedules, in the order of their ids. */
export async function listSchedulesAfter(sql: Sql, id: string): Promise<TriggerRow[]> {
  return sql<TriggerRow[]>`
    SELECT ${columns(sql)} FROM triggers WHERE enabled AND cron IS NOT NULL AND id > ${id} ORDER BY id LIMIT 100`;
}

/** Changes the next tick, unless it has passed meanwhile or the schedule was changed; false then. */
export async function moveTick(
  sql: Sql,
  { id, workspace_id: workspaceId, next_tick_at: planned, cron, timezone }: TriggerRow,
  next: string,
): Promise<boolean> {
  const { count } = await sql`
    UPDATE triggers SET next_tick_at = ${next}
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND enabled
      AND next_tick_at IS NOT DISTINCT FROM ${planned}::timestamptz AND cron = ${cron}
      AND timezone = ${timezone}`;
  return count > 0;
}

/** Descriptions of a workflow's triggers for an error message. */
export async function findTriggersOfWorkflow(sql: Sql, workspaceId: string, workflowId: string): Promise<string[]> {
  const rows = await sql<{ id: string; name: string }[]>`
    SELECT id, name FROM triggers WHERE workspace_id = ${workspaceId} AND workflow_id = ${workflowId} ORDER BY id`;
  return rows.map(({ id, name }) => `trigger "${name}" (${id})`);
}
