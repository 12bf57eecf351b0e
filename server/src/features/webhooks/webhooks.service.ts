import {
  WebhookCreate,
  type Deleted,
  type IssuedWebhook,
  type WebhookListQuery,
  type Webhook,
  type WebhookPatch,
} from '@portico/shared-types';
import { applyMergePatch } from '../../platform/apply-merge-patch.ts';
import type { Transaction } from '../../platform/database.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { decodeMasks, secretMask, maskPath } from '../../platform/secret-mask.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { parsePart } from '../../platform/http/parse.ts';
import type { Page } from '../../platform/http/route.ts';
import { createId } from '../../platform/ids.ts';
import { OutboundError } from '../../platform/outbound/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { seal } from '../../platform/seal.ts';
import { recordChange } from '../audit-log/index.ts';
import { failUnsent } from './deliveries.sql.ts';
import { removeDeletedWebhook } from './remove-webhook.ts';
import { createSigningSecret } from './standard-webhooks.ts';
import {
  findWebhook,
  insertSecret,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  markDeleted,
  markDisabled,
  updateWebhook,
} from './webhooks.sql.ts';

type Reader = Pick<Caller, 'workspaceId' | 'scopes'>;

/** The webhook of this workspace, to send to it. Throws 404. */
export async function requireWebhook(platform: Platform, workspaceId: string, id: string): Promise<Webhook> {
  const webhook = await findWebhook(platform.database.sql, workspaceId, id);
  if (webhook === undefined) throw notFound('webhook', id);
  return webhook;
}

/** The webhook, with its address as this caller may see it. Throws 404. */
export async function getWebhook(platform: Platform, caller: Reader, id: string): Promise<Webhook> {
  const webhook = await requireWebhook(platform, caller.workspaceId, id);
  return mayReadAddresses(caller) ? webhook : maskWebhook(webhook);
}

/** A page of webhooks. Callers that can't read their addresses search only by name. */
export async function pageWebhooks(
  platform: Platform,
  caller: Reader,
  query: WebhookListQuery,
): Promise<Page<Webhook>> {
  const { sql } = platform.database;
  if (mayReadAddresses(caller)) return listWebhooks(sql, caller.workspaceId, query, ['name', 'url']);
  const page = await listWebhooks(sql, caller.workspaceId, query, ['name']);
  return { ...page, items: page.items.map(maskWebhook) };
}

/** Who receives an address can send to it, too: those of Slack have no other secret. */
function mayReadAddresses({ scopes }: Reader): boolean {
  return scopes.includes('webhooks:write');
}

function maskWebhook(webhook: Webhook): Webhook {
  return { ...webhook, url: maskPath(webhook.url) };
}

/** Creates a webhook; only this response contains its secret. Throws 400 for an address that can never be requested. */
export async function createWebhook(
  platform: Platform,
  workspaceId: string,
  fields: WebhookCreate,
): Promise<IssuedWebhook> {
  checkReceiver(platform, unmaskAddress(fields.url));
  const id = createId('whk');
  const secret = createSigningSecret();
  const webhook = await platform.database.transaction(async (tx) => {
    const row = await insertWebhook(tx, workspaceId, id, fields);
    await insertSecret(tx, id, seal(platform.config.secretKey, secret));
    await recordChange(tx, { workspaceId, action: 'webhook.created', resource: named(row), after: row });
    return row;
  });
  return { ...webhook, secret };
}

/** Updates the fields in the merge patch; disabling ends pending deliveries. Throws 404 and 400. */
export async function changeWebhook(
  platform: Platform,
  workspaceId: string,
  id: string,
  patch: WebhookPatch,
): Promise<Webhook> {
  return platform.database.transaction(async (tx) => {
    const before = await requireLocked(tx, workspaceId, id);
    const { name, url, event_types, status } = before;
    const current = { url, event_types, status, ...(name === null ? {} : { name }) };
    const merged = parsePart('body', WebhookCreate, applyMergePatch(current, patch));
    const fields = { ...merged, url: unmaskAddress(merged.url, url) };
    if (fields.url !== url) checkReceiver(platform, fields.url);
    const webhook = await updateWebhook(tx, workspaceId, id, fields);
    if (webhook === undefined) throw notFound('webhook', id);
    if (webhook.status === 'disabled') await failUnsent(tx, workspaceId, id);
    await recordChange(tx, {
      workspaceId,
      action: 'webhook.updated',
      resource: named(webhook),
      before,
      after: webhook,
    });
    return webhook;
  });
}

/**
 * Disables a webhook for a reason of the server, and ends its unsent deliveries. Does nothing if it has another address
 * by now: only the former one failed.
 */
export async function disableWebhook(
  platform: Platform,
  workspaceId: string,
  { id, url }: Pick<Webhook, 'id' | 'url'>,
  reason: string,
): Promise<void> {
  await platform.database.transaction(async (tx) => {
    if (!(await markDisabled(tx, workspaceId, { id, url }, reason))) return;
    await failUnsent(tx, workspaceId, id);
    const row = await findWebhook(tx, workspaceId, id);
    const states = { before: { status: 'enabled' }, after: { status: 'disabled', disabled_reason: reason } };
    if (row !== undefined)
      await recordChange(tx, { workspaceId, action: 'webhook.updated', resource: named(row), ...states });
  });
}

/** Gives a webhook a new secret; for 24 hours both sign (docs/reference/webhooks.md#fields). Throws 404. */
export async function rotateSecret(platform: Platform, workspaceId: string, id: string): Promise<IssuedWebhook> {
  const secret = createSigningSecret();
  const webhook = await platform.database.transaction(async (tx) => {
    const row = await requireLocked(tx, workspaceId, id);
    await insertSecret(tx, id, seal(platform.config.secretKey, secret));
    const secrets = { before: { secret: 'old' }, after: { secret: 'new' } };
    await recordChange(tx, { workspaceId, action: 'webhook.updated', resource: named(row), ...secrets });
    return row;
  });
  return { ...webhook, secret };
}

/**
 * Deletes a webhook. It disappears at once; its deliveries are removed in steps, the rest by a sweep if there are many.
 * Throws 404.
 */
export async function deleteWebhook(platform: Platform, workspaceId: string, id: string): Promise<Deleted> {
  const webhook = { id, workspace_id: workspaceId };
  await platform.database.transaction(async (tx) => {
    const row = await requireLocked(tx, workspaceId, id);
    await markDeleted(tx, webhook);
    await recordChange(tx, { workspaceId, action: 'webhook.deleted', resource: named(row) });
  });
  await removeDeletedWebhook(platform, webhook);
  return { id, deleted: true };
}

/** A webhook as it appears in the audit log. */
function named({ id, name, url }: Webhook): { id: string; name: string } {
  return { id, name: name ?? maskPath(url) };
}

/** Keeps the stored address if the client sends its mask back. Throws 400 for the mask of another. */
function unmaskAddress(url: string, stored?: string): string {
  const shown = decodeMasks(url);
  if (stored !== undefined && shown === maskPath(stored)) return stored;
  if (shown.includes(secretMask)) throw invalid({ path: 'body.url', message: 'is masked: send the whole address' });
  return url;
}

/** A name is checked at each request, because its addresses may change; a literal address is checked here. */
function checkReceiver(platform: Platform, url: string): void {
  try {
    platform.outbound.check(url);
  } catch (error) {
    if (error instanceof OutboundError) {
      const message = 'is not on the public Internet; the server’s OUTBOUND_ALLOW can allow it';
      throw invalid({ path: 'body.url', message, code: 'url_refused' });
    }
    throw error;
  }
}

async function requireLocked(tx: Transaction, workspaceId: string, id: string): Promise<Webhook> {
  const row = await lockWebhook(tx, workspaceId, id);
  if (row === undefined) throw notFound('webhook', id);
  return row;
}
