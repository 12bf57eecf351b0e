import { isDeepStrictEqual } from 'node:util';
import {
  type Deleted,
  type IssuedTrigger,
  FieldError,
  type NamedListQuery,
  type SavedTrigger,
  type Trigger,
  TriggerCreate,
  type TriggerPatch,
} from '@portico/shared-types';
import { z } from 'zod';
import { applyMergePatch } from '../../platform/apply-merge-patch.ts';
import type { Transaction } from '../../platform/database.ts';
import { invalid, notFound, type FieldFault } from '../../platform/errors.ts';
import { parsePart } from '../../platform/http/parse.ts';
import type { Page } from '../../platform/http/route.ts';
import { createId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Definition, readWhole } from '../../platform/select-page.ts';
import { seal } from '../../platform/seal.ts';
import { recordChange } from '../audit-log/index.ts';
import { type ExecutionsPlatform, findRefusal } from '../executions/index.ts';
import { createSigningSecret } from '../webhooks/index.ts';
import { keepSchedule } from './keep-schedule.ts';
import { findNextTick, findScheduleFaults } from './read-schedule.ts';
import {
  deleteTriggerRow,
  findTrigger,
  lockWorkflow,
  insertTrigger,
  listTriggers,
  lockTrigger,
  type TriggerRow,
  updateSecret,
  updateTrigger,
} from './triggers.sql.ts';

/** The trigger of this workspace. Throws 404. */
export async function getTrigger(platform: Platform, workspaceId: string, id: string): Promise<Trigger> {
  const row = await findTrigger(platform.database.sql, workspaceId, id);
  if (row === undefined) throw notFound('trigger', id);
  return presentTrigger(platform, row);
}

export async function pageTriggers(
  platform: Platform,
  workspaceId: string,
  query: NamedListQuery,
): Promise<Page<Trigger>> {
  const { items, total } = await listTriggers(platform.database.sql, workspaceId, query);
  return { items: items.map((row) => presentTrigger(platform, row)), total };
}

/** Creates a trigger; only this response contains the secret of a hook. Throws a 400 that lists every fault. */
export async function createTrigger(
  platform: ExecutionsPlatform,
  workspaceId: string,
  fields: TriggerCreate,
): Promise<IssuedTrigger> {
  const id = createId('trg');
  const secret = fields.type === 'webhook' ? createSigningSecret() : undefined;
  const sealed = secret === undefined ? null : seal(platform.config.secretKey, secret);
  const row = await platform.database.transaction(async (tx) => {
    await checkFields(tx, workspaceId, fields);
    const made = await insertTrigger(tx, workspaceId, id, { fields, nextTickAt: nextTickOf(fields) }, sealed);
    const after = presentTrigger(platform, made);
    await recordChange(tx, { workspaceId, action: 'trigger.created', resource: after, after });
    return made;
  });
  if (row.type === 'schedule') await keepSchedule(platform, row);
  return { ...issue(platform, row, secret), ...(await findWarnings(platform, row)) };
}

/** Updates the fields in the merge patch; the type is fixed. Throws 404, and a 400 that lists every fault. */
export async function changeTrigger(
  platform: ExecutionsPlatform,
  workspaceId: string,
  id: string,
  patch: TriggerPatch,
): Promise<SavedTrigger> {
  const { row, moved } = await platform.database.transaction(async (tx) => {
    const before = await lockTrigger(tx, workspaceId, id);
    if (before === undefined) throw notFound('trigger', id);
    const fields = merge(before, patch);
    await checkFields(tx, workspaceId, fields, before);
    const moved =
      fields.enabled !== before.enabled ||
      fields.schedule?.cron !== (before.cron ?? undefined) ||
      fields.schedule?.timezone !== (before.timezone ?? undefined);
    const nextTickAt = moved ? nextTickOf(fields) : before.next_tick_at;
    // Another workflow or other inputs may have fixed it; only the next tick can tell.
    const isSame = fields.workflow_id === before.workflow_id && isDeepStrictEqual(fields.inputs, before.inputs);
    const lastError = isSame ? before.last_error : null;
    const updated = await updateTrigger(tx, workspaceId, id, { fields, nextTickAt, lastError });
    if (updated === undefined) throw notFound('trigger', id);
    const after = presentTrigger(platform, updated);
    const shownBefore = presentTrigger(platform, before);
    await recordChange(tx, { workspaceId, action: 'trigger.updated', resource: after, before: shownBefore, after });
    return { row: updated, moved };
  });
  if (row.type === 'schedule' && moved) await keepSchedule(platform, row);
  return { ...presentTrigger(platform, row), ...(await findWarnings(platform, row)) };
}

/**
 * Why the next tick of a schedule would be skipped. The schedule is not refused for it, because the workflow can
 * change before; the caller of any other trigger can give what is missing.
 */
async function findWarnings(
  platform: ExecutionsPlatform,
  { type, enabled, workspace_id: workspaceId, workflow_id: workflowId, inputs }: TriggerRow,
): Promise<Pick<SavedTrigger, 'warnings'>> {
  if (type !== 'schedule' || !enabled) return {};
  const refusal = await findRefusal(platform, { workspaceId, workflowId, inputs });
  if (refusal === undefined) return {};
  const faults = z.array(FieldError).parse(refusal.details['fields']);
  const warnings = faults.map(({ path, message }) => ({
    path: path === 'params.id' ? 'body.workflow_id' : path,
    message,
  }));
  return { warnings };
}

/** Gives a hook a new secret; the old one stops working. Throws 404, and 400 for other types. */
export async function rotateTriggerSecret(platform: Platform, workspaceId: string, id: string): Promise<IssuedTrigger> {
  const { type } = await getTrigger(platform, workspaceId, id);
  if (type !== 'webhook') throw invalid({ path: 'params.id', message: `is a ${type} trigger and has no secret` });
  const secret = createSigningSecret();
  const row = await platform.database.transaction(async (tx) => {
    const updated = await updateSecret(tx, workspaceId, id, seal(platform.config.secretKey, secret));
    if (updated === undefined) throw notFound('trigger', id);
    const secrets = { before: { secret: 'old' }, after: { secret: 'new' } };
    await recordChange(tx, { workspaceId, action: 'trigger.updated', resource: updated, ...secrets });
    return updated;
  });
  return issue(platform, row, secret);
}

/** Deletes a trigger; its executions are kept. Throws 404. */
export async function deleteTrigger(platform: Platform, workspaceId: string, id: string): Promise<Deleted> {
  const row = await platform.database.transaction(async (tx) => {
    const gone = await deleteTriggerRow(tx, workspaceId, id);
    if (gone === undefined) throw notFound('trigger', id);
    await recordChange(tx, { workspaceId, action: 'trigger.deleted', resource: gone });
    return gone;
  });
  if (row.type === 'schedule') await keepSchedule(platform, { ...row, enabled: false });
  return { id, deleted: true };
}

async function checkFields(
  tx: Transaction,
  workspaceId: string,
  { type, schedule, workflow_id: workflowId }: TriggerCreate,
  before?: TriggerRow,
): Promise<void> {
  const faults: FieldFault[] = [];
  if (before !== undefined && type !== before.type)
    faults.push({ path: 'body.type', message: `can’t be changed: it is ${before.type}` });
  if (type !== 'schedule' && schedule != null) {
    faults.push({ path: 'body.schedule', message: 'is only for triggers of the type schedule' });
  }
  if (type === 'schedule') {
    if (schedule == null) faults.push({ path: 'body.schedule', message: 'is required', code: 'required' });
    else faults.push(...findScheduleFaults(schedule));
  }
  if (workflowId !== before?.workflow_id && !(await lockWorkflow(tx, workspaceId, workflowId))) {
    faults.push({ path: 'body.workflow_id', message: 'is not a workflow of this workspace', code: 'not_found' });
  }
  if (faults.length > 0) throw invalid(faults);
}

function merge(row: TriggerRow, patch: TriggerPatch): TriggerCreate {
  return parsePart('body', TriggerCreate, applyMergePatch(toCreate(row), patch));
}

/** The body that would create this trigger again. */
function toCreate({ name, workflow_id, type, enabled, inputs, cron, timezone }: TriggerRow): TriggerCreate {
  const schedule = cron === null || timezone === null ? {} : { schedule: { cron, timezone } };
  return { name, workflow_id, type, enabled, inputs, ...schedule };
}

/** Every trigger of a workspace as the body that would create it again; secrets of hooks are not part of it. */
export async function listTriggerDefinitions(
  { database }: Platform,
  workspaceId: string,
): Promise<Definition<TriggerCreate>[]> {
  const rows = await readWhole(async (query) => listTriggers(database.sql, workspaceId, query));
  return rows.map((row) => ({ id: row.id, body: toCreate(row) }));
}

function nextTickOf({ enabled, schedule }: TriggerCreate): string | null {
  return enabled && schedule != null ? findNextTick(schedule, new Date()) : null;
}

function issue(platform: Platform, row: TriggerRow, secret: string | undefined): IssuedTrigger {
  const { webhook, ...trigger } = presentTrigger(platform, row);
  return { ...trigger, webhook: webhook === null || secret === undefined ? null : { ...webhook, secret } };
}

/** A trigger as the API returns it, with the address of its hook and without the secret. */
function presentTrigger(platform: Platform, row: TriggerRow): Trigger {
  const { id, name, workflow_id, type, enabled, inputs, cron, timezone } = row;
  const { last_fired_at, next_tick_at: next_fire_at, last_error, created_at, updated_at } = row;
  return {
    id,
    name,
    workflow_id,
    type,
    enabled,
    inputs,
    schedule: cron === null || timezone === null ? null : { cron, timezone },
    webhook: type === 'webhook' ? { url: `${platform.publicUrl}/hooks/${id}` } : null,
    last_fired_at,
    next_fire_at,
    last_error,
    created_at,
    updated_at,
  };
}
