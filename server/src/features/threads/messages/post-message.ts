import type { VisitorContext } from '../../../platform/visitor-context.ts';
import type { Message, MessageAuthor } from '@portico/shared-types';
import type { Sql, Transaction } from '../../../platform/database.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ThreadsPlatform } from '../thread-ports.ts';
import { addMessage, announceAdded } from './add-message.ts';
import { announceMessage } from './announce-message.ts';
import {
  type AskedReply,
  askReply,
  beginReply,
  type HeldThread,
  holdThread,
  type Payment,
} from '../replies/start/ask-reply.ts';
import { findAttachments } from './find-attachments.ts';
import {
  findClientMessage,
  findCreatedEvent,
  findReply,
  findSystemTexts,
  insertMessages,
  type MessageRow,
  type NewMessageRow,
} from './messages.sql.ts';
import { newMessageRow, toMessageRow } from './new-message-row.ts';
import { presentMessage } from './present-message.ts';
import { type ReplyHandle, type WatchedReply, watchReply } from '../replies/start/reply-handle.ts';

export interface NewMessage {
  readonly workspaceId: string;
  readonly threadId: string;
  readonly content: string;
  /** System texts that the thread has to have before the message; those that it lacks are added with it. */
  readonly context?: readonly string[];
  /** Ids of files of the workspace; the caller checks their owners. */
  readonly attachments?: readonly string[];
  /** Repeating an id returns the first reply again, and costs nothing. */
  readonly clientMessageId?: string | undefined;
  readonly payment?: Payment | undefined;
  /** A visitor without a name if not given. */
  readonly author?: MessageAuthor | undefined;
  /** True if the caller requires a reply: 400 while the agent does not reply. */
  readonly needsReply?: boolean;
  /**
   * Called once a message that was not sent before under its id has passed every other check; rejects it by throwing,
   * and waits for nothing but queries of the transaction.
   */
  readonly onAccepted?: (tx: Transaction) => Promise<void>;
  /** The visitor, for the agent's prompt and its tools. */
  readonly visitor?: VisitorContext | undefined;
}

/**
 * Records a user message and requests its reply, in one transaction; the reply then belongs to the server. While a
 * person answers, the message is recorded and gets no reply. Throws 404 for the thread, 400 if thread or agent accept
 * no messages or an attachment is unknown.
 */
export async function postMessage(platform: ThreadsPlatform, message: NewMessage): Promise<ReplyHandle> {
  const { workspaceId, threadId, content, clientMessageId, author } = message;
  const posted = await platform.database.transaction(async (tx): Promise<AskedReply | { known: WatchedReply }> => {
    const [held, known] = await Promise.all([holdThread(tx, workspaceId, threadId), findKnown(tx, message)]);
    if (known !== undefined) return { known: await findItsReply(tx, workspaceId, known) };
    const attachments = await findAttachments(platform, tx, workspaceId, message.attachments ?? []);
    const context = await insertContext(tx, held, message.context ?? []);
    const question = newMessageRow(held.thread, 'user', { content, attachments, clientMessageId, author });
    const isSilent = held.thread.answered_by !== 'agent' && message.needsReply !== true;
    // Sent together, the reply first, because both lock rows that others wait for; `finish` locks a row that the whole
    // workspace shares.
    const [asked, finish] = await Promise.all([
      isSilent ? keepUnanswered(platform, tx, held, question) : askReply(platform, tx, held, question, message),
      platform.threads.ports.onPosted(platform, tx, { workspaceId, threadId }, presentMessage(toMessageRow(question))),
    ]);
    await message.onAccepted?.(tx);
    await finish();
    for (const row of context) await announceAdded(platform, tx, held.thread, row);
    return asked;
  });
  return 'known' in posted ? watchReply(platform, posted.known) : beginReply(platform, posted);
}

/** Inserts the texts that the thread lacks, as system messages, and returns their rows. */
async function insertContext(tx: Transaction, { thread }: HeldThread, texts: readonly string[]) {
  const missing = new Set(texts);
  if (missing.size === 0) return [];
  for (const known of await findSystemTexts(tx, thread.workspace_id, thread.id, texts)) missing.delete(known);
  const rows = [...missing].map((content) => newMessageRow(thread, 'system', { content }));
  if (rows.length > 0) await insertMessages(tx, rows);
  return rows;
}

/** Adds a system message: context that gets no reply (docs/reference/threads.md#sending-a-message). Throws 404. */
export async function addSystemMessage(
  platform: ThreadsPlatform,
  message: Omit<NewMessage, 'attachments'>,
): Promise<Message> {
  const { workspaceId, threadId, content, clientMessageId } = message;
  return platform.database.transaction(async (tx) => {
    const [{ thread }, known] = await Promise.all([holdThread(tx, workspaceId, threadId), findKnown(tx, message)]);
    if (known !== undefined) return presentMessage(known);
    return addMessage(platform, tx, thread, newMessageRow(thread, 'system', { content, clientMessageId }));
  });
}

async function keepUnanswered(
  platform: Platform,
  tx: Transaction,
  { thread }: HeldThread,
  question: NewMessageRow,
): Promise<{ known: WatchedReply }> {
  if (thread.status === 'archived')
    throw invalid({ path: 'params.id', message: 'is an archived thread', code: 'agent_unavailable' });
  const { workspace_id: workspaceId, id: threadId } = thread;
  const row = toMessageRow(question);
  const [, known] = await Promise.all([
    insertMessages(tx, [question]),
    platform.events.append(tx, threadId, [{ event: 'message:created', data: { message: presentMessage(row) } }]),
    announceMessage(tx, workspaceId, row),
  ]);
  const after = (known[0]?.id ?? 1) - 1;
  return { known: { workspaceId, threadId, messageId: null, userMessageId: question.id, after } };
}

/** The earlier message of the client with the same id. */
async function findKnown(
  tx: Sql,
  { workspaceId, threadId, clientMessageId }: Omit<NewMessage, 'content'>,
): Promise<MessageRow | undefined> {
  return clientMessageId === undefined ? undefined : findClientMessage(tx, workspaceId, threadId, clientMessageId);
}

async function findItsReply(tx: Sql, workspaceId: string, known: MessageRow): Promise<WatchedReply> {
  const reply = await findReply(tx, workspaceId, known.id);
  if (reply === undefined && known.role !== 'user') {
    throw invalid({ path: 'body.client_message_id', message: 'belongs to a message that got no reply' });
  }
  const after = (await findCreatedEvent(tx, known.thread_id, known.id)) - 1;
  const messageId = reply?.id ?? null;
  return { workspaceId, threadId: known.thread_id, messageId, userMessageId: known.id, after };
}
