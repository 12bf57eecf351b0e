import {
  ChatInterfaceCreate,
  type ChatInterface,
  type ChatInterfacePatch,
  type InterfacePreview,
  type IssuedChatInterface,
  type SortedListQuery,
} from '@portico/shared-types';
import { applyMergePatch } from '../../../platform/apply-merge-patch.ts';
import type { Transaction } from '../../../platform/database.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { holdReferences } from '../../../platform/hold-references.ts';
import { parsePart } from '../../../platform/http/parse.ts';
import type { Page } from '../../../platform/http/route.ts';
import { createId } from '../../../platform/ids.ts';
import { removalMs } from '../../../platform/delete-in-batches.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Definition, readWhole } from '../../../platform/select-page.ts';
import { recordChange } from '../../audit-log/index.ts';
import { openPreview } from '../../previews/index.ts';
import type { ThreadsPlatform } from '../../threads/index.ts';
import {
  countUse,
  deleteChatInterface,
  findChatInterface,
  insertChatInterface,
  listChatInterfaces,
  lockChatInterface,
  raiseIdentityVersion,
  updateChatInterface,
  type ChatInterfaceRow,
  type ChatStats,
} from './chat-interfaces.sql.ts';
import { proposeSlugs } from '../../../platform/propose-slugs.ts';
import { refuseTaken } from '../../../platform/refuse-taken.ts';
import { replaceOldSettings } from '../../../platform/replace-old-settings.ts';
import { detachForAWhile } from '../sessions/detach-visits.ts';
import { parseHandover } from './parse-handover.ts';
import { extrasOf } from './chat-extras.ts';
import { countDailyMessages } from './chat-limits.ts';
import { claimDomains, domainToken, proveDomains, type ResolveTxt } from './claim-domains.ts';
import { deriveSecret } from './derive-secret.ts';

/** Creates a chat interface; only this response contains its identity secret. Throws 400. */
export async function createChatInterface(
  platform: Platform,
  workspaceId: string,
  input: ChatInterfaceCreate,
): Promise<IssuedChatInterface> {
  const { name, slug, agent_id: agentId, status, ...settings } = complete(input);
  const id = createId('chi');
  await platform.database.transaction(async (tx) => {
    await holdAgent(tx, workspaceId, agentId);
    const row = { id, workspace_id: workspaceId, agent_id: agentId, name, status, settings };
    for (const proposal of slug === undefined ? proposeSlugs(name) : [slug]) {
      if (await insertChatInterface(tx, { ...row, slug: proposal })) {
        await claimDomains(platform, tx, { workspaceId, interfaceId: id }, settings.custom_domains);
        const after = { ...row, ...settings, slug: proposal };
        await recordChange(tx, { workspaceId, action: 'chat_interface.created', resource: row, after });
        return;
      }
    }
    throw invalid({ path: 'body.slug', message: 'is taken', code: 'taken' });
  });
  const row = await requireChatInterface(platform, workspaceId, id);
  return { ...(await present(platform, row)), identity_secret: identitySecret(platform, row) };
}

export async function getChatInterface(platform: Platform, workspaceId: string, id: string): Promise<ChatInterface> {
  const row = await requireChatInterface(platform, workspaceId, id);
  return present(platform, row, await countUse(platform.database.sql, [id]));
}

export async function pageChatInterfaces(
  platform: Platform,
  workspaceId: string,
  query: SortedListQuery,
): Promise<Page<ChatInterface>> {
  const { sql } = platform.database;
  const { items, total } = await listChatInterfaces(sql, workspaceId, query);
  const stats = await countUse(
    sql,
    items.map(({ id }) => id),
  );
  return { items: await Promise.all(items.map(async (row) => present(platform, row, stats))), total };
}

/** Applies a merge patch (RFC 7396); removed fields get their defaults. Throws 400 and 404. */
export async function patchChatInterface(
  platform: Platform,
  workspaceId: string,
  id: string,
  patch: ChatInterfacePatch,
  resolve?: ResolveTxt,
): Promise<ChatInterface> {
  const named = ChatInterfaceCreate.shape.custom_domains.safeParse(patch['custom_domains']).data ?? [];
  const proven = await proveDomains(platform, id, named, resolve);
  await platform.database.transaction(async (tx) => {
    const row = await lockChatInterface(tx, workspaceId, id);
    if (row === undefined) throw notFound('chat interface', id);
    const changed = complete(parsePart('body', ChatInterfaceCreate, applyMergePatch(writable(row), patch)));
    const { name, slug = row.slug, agent_id: agentId, status, ...settings } = changed;
    if (agentId !== row.agent_id) await holdAgent(tx, workspaceId, agentId);
    const updated = { id, workspace_id: workspaceId, name, slug, agent_id: agentId, status, settings };
    await refuseTaken('body.slug', 'chat_interfaces_slug_key', async () => updateChatInterface(tx, updated));
    await claimDomains(platform, tx, { workspaceId, interfaceId: id }, settings.custom_domains, proven);
    const states = { before: { ...writable(row), slug: row.slug }, after: { ...changed, slug } };
    await recordChange(tx, { workspaceId, action: 'chat_interface.updated', resource: { id, name }, ...states });
  });
  return getChatInterface(platform, workspaceId, id);
}

/**
 * Stores a draft, the interface with the merge patch applied, and returns the token that shows it. The interface is not
 * changed; the draft is shown at the saved slug, and as if it were active.
 */
export async function previewChatInterface(
  platform: Platform,
  workspaceId: string,
  id: string,
  patch: ChatInterfacePatch,
): Promise<InterfacePreview> {
  const row = await requireChatInterface(platform, workspaceId, id);
  const draft = complete(parsePart('body', ChatInterfaceCreate, applyMergePatch(writable(row), patch)));
  if (draft.agent_id !== row.agent_id) {
    await platform.database.transaction(async (tx) => holdAgent(tx, workspaceId, draft.agent_id));
  }
  return openPreview(platform, { workspaceId, interfaceId: id, draft, path: `/chat/${row.slug}` });
}

/** The interface with the changes of a draft applied. */
export function withDraft(row: ChatInterfaceRow, draft: unknown): ChatInterfaceRow {
  const { name, slug: _slug, agent_id: agentId, status: _status, ...settings } = ChatInterfaceCreate.parse(draft);
  return { ...row, name, agent_id: agentId, status: 'active', settings };
}

/**
 * Deletes the interface, and then the visits that led to no conversation: once it is gone, nobody can continue them. Its
 * conversations remain with the agent, and with their visitors. A sweep does the rest if there is much. Throws 404.
 */
export async function removeChatInterface(
  platform: ThreadsPlatform,
  workspaceId: string,
  id: string,
): Promise<{ id: string; deleted: true }> {
  await platform.database.transaction(async (tx) => {
    const row = await lockChatInterface(tx, workspaceId, id);
    if (row === undefined) throw notFound('chat interface', id);
    await deleteChatInterface(tx, workspaceId, id);
    await recordChange(tx, { workspaceId, action: 'chat_interface.deleted', resource: row });
  });
  try {
    await detachForAWhile(platform, id, removalMs.request);
  } catch (error) {
    platform.log.error({ err: error, interface_id: id }, 'visits could not be detached; a sweep tries it again');
  }
  return { id, deleted: true };
}

/** Gives the interface a new identity secret; signatures with the old one are rejected immediately. */
export async function rotateIdentitySecret(
  platform: Platform,
  workspaceId: string,
  id: string,
): Promise<IssuedChatInterface> {
  const row = await platform.database.transaction(async (tx) => {
    const raised = await raiseIdentityVersion(tx, workspaceId, id);
    if (raised === undefined) throw notFound('chat interface', id);
    const secrets = { before: { identity_secret: 'old' }, after: { identity_secret: 'new' } };
    await recordChange(tx, { workspaceId, action: 'chat_interface.updated', resource: raised, ...secrets });
    return raised;
  });
  const stats = await countUse(platform.database.sql, [id]);
  return { ...(await present(platform, row, stats)), identity_secret: identitySecret(platform, row) };
}

/** The secret with which a site signs its visitors (docs/reference/public-chat.md#identity). */
export function identitySecret(platform: Platform, row: Pick<ChatInterfaceRow, 'id' | 'identity_version'>): string {
  return deriveSecret(platform.config.secretKey, 'identity', row.id, row.identity_version);
}

/** The same by the interface's id; undefined if it was deleted. */
export async function findIdentitySecret(
  platform: Platform,
  workspaceId: string,
  id: string,
): Promise<string | undefined> {
  const row = await findChatInterface(platform.database.sql, workspaceId, id);
  return row && identitySecret(platform, row);
}

/** The interface of this workspace. Throws 404. */
export async function requireChatInterface(
  platform: Platform,
  workspaceId: string,
  id: string,
): Promise<ChatInterfaceRow> {
  const row = await findChatInterface(platform.database.sql, workspaceId, id);
  if (row === undefined) throw notFound('chat interface', id);
  return row;
}

function complete(input: ChatInterfaceCreate): ChatInterfaceCreate {
  const { behaviour } = input;
  return { ...input, behaviour: { ...behaviour, title: behaviour.title ?? input.name } };
}

function writable({ name, slug, agent_id, status, settings }: ChatInterfaceRow): ChatInterfaceCreate {
  const { limit_message = null, context = { fields: [] } } = settings;
  const known = { ...replaceOldSettings(settings), ...extrasOf(settings), handover: parseHandover(settings) };
  return { ...known, limit_message, context, name, slug, agent_id, status };
}

/** Every chat interface of a workspace as the body that would create it again. */
export async function listChatDefinitions(
  { database }: Platform,
  workspaceId: string,
): Promise<Definition<ChatInterfaceCreate>[]> {
  const rows = await readWhole(async (query) => listChatInterfaces(database.sql, workspaceId, query));
  return rows.map((row) => ({ id: row.id, body: writable(row) }));
}

/** Prevents the deletion of the agent until the transaction ends. Throws 400 if there is none. */
async function holdAgent(tx: Transaction, workspaceId: string, id: string): Promise<void> {
  if ((await holdReferences(tx, workspaceId, [{ resource: 'agent', id }])).length === 0) return;
  throw invalid({ path: 'body.agent_id', message: 'does not name an agent of this workspace', code: 'not_found' });
}

async function present(
  platform: Platform,
  row: ChatInterfaceRow,
  stats?: ReadonlyMap<string, ChatStats>,
): Promise<ChatInterface> {
  const { id, created_at, updated_at } = row;
  const isLimited = row.settings.limits.daily_messages !== null;
  const messagesToday = isLimited ? await countDailyMessages(platform, id) : null;
  return {
    id,
    ...writable(row),
    slug: row.slug,
    domain_token: domainToken(platform, id),
    stats: stats?.get(id) ?? { sessions: 0, messages: 0 },
    messages_today: messagesToday,
    created_at,
    updated_at,
  };
}
