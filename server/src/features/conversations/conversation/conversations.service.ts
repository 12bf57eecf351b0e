import type { Conversation, ConversationListQuery, ConversationPatch, FoundConversation } from '@portico/shared-types';
import { ConversationFields } from '@portico/shared-types';
import { applyMergePatch } from '../../../platform/apply-merge-patch.ts';
import type { Transaction } from '../../../platform/database.ts';
import { notFound } from '../../../platform/errors.ts';
import { parsePart } from '../../../platform/http/parse.ts';
import type { Page } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { dropFirstNotice } from '../notices/notices.sql.ts';
import { events, report } from '../stream/workspace-events.ts';
import { findConversation, lockConversation, markRead, updateFields } from './conversations.sql.ts';
import { findExtracts } from '../search/find-extracts.ts';
import { keepWords } from '../search/keep-words.ts';
import { isIndexed, markIndexed, planForWords, subjectText } from '../search/search.sql.ts';
import { toSearch } from '../../../platform/search-words.ts';
import { listConversations } from './list-conversations.sql.ts';
import { listTags } from './list-tags.sql.ts';

export async function pageConversations(
  platform: Platform,
  { workspaceId, actorId }: { workspaceId: string; actorId: string },
  { q, ...query }: ConversationListQuery,
): Promise<Page<FoundConversation>> {
  const assignee = query.assignee === 'me' ? actorId : query.assignee;
  const { sql } = platform.database;
  if (q === undefined) return listConversations(sql, workspaceId, { ...query, assignee });
  const search = toSearch(workspaceId, q);
  return platform.database.transaction(async (tx) => {
    await planForWords(tx);
    const { items, total } = await listConversations(tx, workspaceId, { ...query, assignee, search });
    const ids = items.map(({ id }) => id);
    const extracts = await findExtracts(tx, workspaceId, ids, search);
    return { items: items.map((item) => ({ ...item, extract: extracts.get(item.id) ?? null })), total };
  });
}

/** The tags that conversations of the workspace have, by name. */
export async function listConversationTags({ database }: Platform, workspaceId: string): Promise<string[]> {
  return listTags(database.sql, workspaceId);
}

/** Throws 404. */
export async function getConversation(platform: Platform, workspaceId: string, id: string): Promise<Conversation> {
  const conversation = await findConversation(platform.database.sql, workspaceId, id);
  if (conversation === undefined) throw notFound('conversation', id);
  return conversation;
}

/** Updates the tags and the subject in a merge patch. Throws 404. */
export async function patchConversation(
  platform: Platform,
  workspaceId: string,
  id: string,
  patch: ConversationPatch,
): Promise<Conversation> {
  return changeRow(platform, workspaceId, id, async (tx, { tags, subject }) => {
    const fields = parsePart('body', ConversationFields, applyMergePatch({ tags, subject }, patch));
    if (fields.subject === subject) return updateFields(tx, workspaceId, id, fields);
    const wasIndexed = await isIndexed(tx, id);
    await keepWords(tx, workspaceId, id, [subjectText(fields.subject)]);
    const changed = await updateFields(tx, workspaceId, id, fields);
    // A trigger has just unmarked it, because processes of older versions store no words of a subject.
    if (wasIndexed) await markIndexed(tx, id);
    return changed;
  });
}

/** Marks the visitor's messages as read by the team; pending notifications are cancelled. Throws 404. */
export async function readConversation(platform: Platform, workspaceId: string, id: string): Promise<Conversation> {
  return changeRow(platform, workspaceId, id, async (tx) => {
    await dropFirstNotice(tx, id);
    return markRead(tx, workspaceId, id);
  });
}

async function changeRow(
  platform: Platform,
  workspaceId: string,
  id: string,
  work: (tx: Transaction, conversation: Conversation) => Promise<Conversation>,
): Promise<Conversation> {
  return platform.database.transaction(async (tx) => {
    const before = await lockConversation(tx, workspaceId, id);
    if (before === undefined) throw notFound('conversation', id);
    const changed = await work(tx, before);
    await report(platform, tx, workspaceId, [events.updated(changed)]);
    return changed;
  });
}
