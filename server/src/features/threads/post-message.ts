import type { Message } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { announceMessage } from './announce-message.ts';
import { type AskedReply, askReply, beginReply, holdThread, type Payment } from './ask-reply.ts';
import { findAttachments } from './find-attachments.ts';
import { findClientMessage, findCreatedEvent, findReply, insertMessages, type MessageRow } from './messages.sql.ts';
import { newMessageRow, toMessageRow } from './new-message-row.ts';
import { presentMessage } from './present-message.ts';
import { type ReplyHandle, type WatchedReply, watchReply } from './reply-handle.ts';

export interface NewMessage {
  readonly workspaceId: string;
  readonly threadId: string;
  readonly content: string;
  /** Ids of files of the workspace; whose they are is for the caller to check. */
  readonly attachments?: readonly string[];
  /** The same id again answers the first reply again, and costs nothing more. */
  readonly clientMessageId?: string | undefined;
  readonly payment?: Payment | undefined;
}

/**
 * Records a user message and asks for its reply, in one transaction; the reply then belongs to the server. Throws 404
 * for the thread, 400 where thread or agent take no messages or an attachment is unknown.
 */
export async function postMessage(platform: Platform, message: NewMessage): Promise<ReplyHandle> {
  const { workspaceId, threadId, content, clientMessageId } = message;
  const posted = await platform.database.transaction(async (tx): Promise<AskedReply | { known: WatchedReply }> => {
    const [held, known] = await Promise.all([holdThread(tx, workspaceId, threadId), findKnown(tx, message)]);
    if (known !== undefined) return { known: await findItsReply(tx, workspaceId, known) };
    const attachments = await findAttachments(platform, tx, workspaceId, message.attachments ?? []);
    const question = newMessageRow(held.thread, 'user', { content, attachments, clientMessageId });
    return askReply(platform, tx, held, question, message.payment);
  });
  return 'known' in posted ? watchReply(platform, posted.known) : beginReply(platform, posted);
}

/** Adds a system message: context that gets no reply (contract section 5). Throws 404. */
export async function addSystemMessage(platform: Platform, message: Omit<NewMessage, 'attachments'>): Promise<Message> {
  const { workspaceId, threadId, content, clientMessageId } = message;
  const row = await platform.database.transaction(async (tx) => {
    const [{ thread }, known] = await Promise.all([holdThread(tx, workspaceId, threadId), findKnown(tx, message)]);
    if (known !== undefined) return known;
    const added = newMessageRow(thread, 'system', { content, clientMessageId });
    await insertMessages(tx, [added]);
    await announceMessage(tx, workspaceId, toMessageRow(added));
    return toMessageRow(added);
  });
  return presentMessage(row);
}

/** The message that the client has sent before under the same id. */
async function findKnown(
  tx: Sql,
  { workspaceId, threadId, clientMessageId }: Omit<NewMessage, 'content'>,
): Promise<MessageRow | undefined> {
  return clientMessageId === undefined ? undefined : findClientMessage(tx, workspaceId, threadId, clientMessageId);
}

async function findItsReply(tx: Sql, workspaceId: string, known: MessageRow): Promise<WatchedReply> {
  const reply = await findReply(tx, workspaceId, known.id);
  if (reply === undefined) {
    throw invalid({ path: 'body.client_message_id', message: 'is that of a message that got no reply' });
  }
  const after = (await findCreatedEvent(tx, known.thread_id, known.id)) - 1;
  return { workspaceId, threadId: known.thread_id, messageId: reply.id, userMessageId: known.id, after };
}
