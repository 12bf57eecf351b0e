import type { PageQuery, Feedback, Message } from '@portico/shared-types';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findMessage, findMessages, listMessageRows, type MessageRow, updateFeedback } from './messages.sql.ts';
import { findNewestMessages } from './newest-messages.sql.ts';
import { presentMessage } from './present-message.ts';
import { foldReply } from '../replies/fold-reply.ts';
import type { ThreadKey, ThreadsPlatform } from '../thread-ports.ts';
import { requireThread } from '../thread/threads.service.ts';
import { lockThread } from '../thread/threads.sql.ts';

/** A page of a thread's messages, oldest first; a reply in progress shows its text so far. Throws 404. */
export async function listMessages(
  platform: Platform,
  workspaceId: string,
  threadId: string,
  query: PageQuery,
): Promise<Page<Message>> {
  await requireThread(platform, workspaceId, threadId);
  const { sql } = platform.database;
  const { items, total } = await listMessageRows(sql, workspaceId, threadId, query);
  return { items: await Promise.all(items.map(async (row) => show(platform, row))), total };
}

/**
 * The newest messages of a thread (before the message `before`), oldest first, and the id of an event: `messages`
 * include everything up to it, even for a reply in progress, so a stream resumed from it neither misses nor repeats
 * text. Throws 404, and 400 for a `before` that is not a message of the thread.
 */
export async function findRecentMessages(
  platform: Platform,
  list: { workspaceId: string; threadId: string; limit: number; before?: string | undefined },
): Promise<{ messages: Message[]; lastEventId: number }> {
  const { workspaceId, threadId, limit, before } = list;
  await requireThread(platform, workspaceId, threadId);
  const { sql } = platform.database;
  if (before !== undefined && (await findMessage(sql, workspaceId, threadId, before)) === undefined) {
    throw invalid({ path: 'query.before', message: 'is not a message of this thread' });
  }
  const lastEventId = await platform.events.lastId(sql, threadId);
  const rows = await findNewestMessages(sql, workspaceId, threadId, limit, before);
  return { messages: await Promise.all(rows.map(async (row) => show(platform, row, lastEventId))), lastEventId };
}

/** Sets the feedback on a reply, or removes it with null. Throws 404 for anything that is not a reply of the thread. */
export async function setFeedback(
  platform: ThreadsPlatform,
  feedback: { workspaceId: string; threadId: string; messageId: string; feedback: Feedback | null },
): Promise<Message> {
  const { workspaceId, threadId, messageId } = feedback;
  const row = await platform.database.transaction(async (tx) => {
    if ((await lockThread(tx, workspaceId, threadId)) === undefined) return undefined;
    const rated = await updateFeedback(tx, workspaceId, threadId, messageId, feedback.feedback);
    if (rated !== undefined) await platform.threads.ports.onRated(platform, tx, { workspaceId, threadId });
    return rated;
  });
  if (row === undefined) throw notFound('message', messageId);
  return presentMessage(row);
}

/** These messages of a thread, in its order; a reply in progress shows its text so far. */
export async function getMessages(
  platform: Platform,
  { workspaceId, threadId }: ThreadKey,
  ids: readonly string[],
): Promise<Message[]> {
  const rows = await findMessages(platform.database.sql, workspaceId, threadId, ids);
  return Promise.all(rows.map(async (row) => show(platform, row)));
}

async function show(platform: Platform, row: MessageRow, upTo?: number): Promise<Message> {
  if (row.status !== 'streaming') return presentMessage(row);
  return presentMessage({ ...row, ...(await foldReply(platform.database.sql, row.thread_id, row.id, upTo)) });
}
