import type { Attachment, Message } from '@portico/shared-types';
import type { Sql, Transaction } from '../../platform/database.ts';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { findAgent } from '../agents/index.ts';
import { requireFile } from '../files/index.ts';
import { announceMessage } from './announce-message.ts';
import {
  findClientMessage,
  findMessage,
  findReply,
  insertMessages,
  isLastReply,
  markReplaced,
  type MessageRow,
  type NewMessageRow,
} from './messages.sql.ts';
import { presentMessage } from './present-message.ts';
import { type ClaimedReply, hasReply, insertReply } from './replies/replies.sql.ts';
import { replyRunner } from './replies/reply-runner.ts';
import { startReplies } from './replies/start-replies.ts';
import { type ReplyHandle, type WatchedReply, watchReply } from './reply-handle.ts';
import { lockThread, type ThreadRow } from './threads.sql.ts';

export interface NewMessage {
  readonly workspaceId: string;
  readonly threadId: string;
  readonly content: string;
  /** Ids of files of the workspace; whose they are is for the caller to check. */
  readonly attachments?: readonly string[];
  /** The same id again answers the first reply again. */
  readonly clientMessageId?: string | undefined;
}

interface Posted {
  readonly watched: WatchedReply;
  /** What this process took at once, undefined where another reply of the thread comes first. */
  readonly claimed?: ClaimedReply | undefined;
  readonly isNew: boolean;
}

/**
 * Records a user message and asks for its reply, in one transaction; the reply then belongs to the server. Throws 404
 * for the thread, 400 where thread or agent take no messages or an attachment is unknown.
 */
export async function postMessage(platform: Platform, message: NewMessage): Promise<ReplyHandle> {
  const { workspaceId, threadId, content, clientMessageId } = message;
  const posted = await platform.database.transaction(async (tx): Promise<Posted> => {
    const thread = await requireLocked(tx, workspaceId, threadId);
    if (clientMessageId !== undefined) {
      const known = await findClientMessage(tx, workspaceId, threadId, clientMessageId);
      if (known !== undefined) return { watched: await findPosted(tx, workspaceId, known), isNew: false };
    }
    await refuseSilent(tx, thread);
    const attachments = await findAttachments(platform, tx, workspaceId, message.attachments ?? []);
    const question = newRow(thread, 'user', { content, attachments, clientMessageId });
    return addReply(platform, tx, thread, question);
  });
  return begin(platform, posted);
}

/**
 * Writes the last reply of a thread anew. The old one stays, with `replaced_by` (contract section 12). Throws 404 for
 * a message that is no reply of the thread, 400 for one that isn't the last or is still being written.
 */
export async function regenerateReply(
  platform: Platform,
  reply: { workspaceId: string; threadId: string; messageId: string },
): Promise<ReplyHandle> {
  const { workspaceId, threadId, messageId } = reply;
  const posted = await platform.database.transaction(async (tx): Promise<Posted> => {
    const thread = await requireLocked(tx, workspaceId, threadId);
    const old = await findMessage(tx, workspaceId, threadId, messageId);
    if (old === undefined || old.role !== 'assistant' || old.reply_to === null) throw notFound('message', messageId);
    if (old.status === 'streaming') throw invalid({ path: 'id', message: 'is still being written; cancel it first' });
    if (!(await isLastReply(tx, workspaceId, threadId, messageId))) {
      throw invalid({ path: 'id', message: 'is not the last reply of its thread' });
    }
    await refuseSilent(tx, thread);
    const added = await addReply(platform, tx, thread, old.reply_to);
    await markReplaced(tx, workspaceId, messageId, added.watched.messageId);
    return added;
  });
  return begin(platform, posted);
}

/** Adds a system message: context that gets no reply (contract section 5). Throws 404. */
export async function addSystemMessage(
  platform: Platform,
  message: { workspaceId: string; threadId: string; content: string; clientMessageId?: string | undefined },
): Promise<Message> {
  const { workspaceId, threadId, content, clientMessageId } = message;
  const row = await platform.database.transaction(async (tx) => {
    const thread = await requireLocked(tx, workspaceId, threadId);
    if (clientMessageId !== undefined) {
      const known = await findClientMessage(tx, workspaceId, threadId, clientMessageId);
      if (known !== undefined) return known;
    }
    const added = newRow(thread, 'system', { content, attachments: [], clientMessageId });
    await insertMessages(tx, [added]);
    await announceMessage(tx, workspaceId, toRow(added));
    return toRow(added);
  });
  return presentMessage(row);
}

async function begin(platform: Platform, { watched, claimed, isNew }: Posted): Promise<ReplyHandle> {
  const handle = watchReply(platform, watched);
  if (claimed !== undefined) void replyRunner(platform).runAll(claimed);
  // Another reply comes first. It may end right now, before it could see this one, so the thread is looked at again.
  else if (isNew) await startReplies(platform, watched.threadId);
  return handle;
}

async function addReply(
  platform: Platform,
  tx: Transaction,
  thread: ThreadRow,
  question: NewMessageRow | string,
): Promise<Posted> {
  const userMessageId = typeof question === 'string' ? question : question.id;
  const answer = { ...newRow(thread, 'assistant', { content: '', attachments: [] }), reply_to: userMessageId };
  const ids = { messageId: answer.id, workspaceId: thread.workspace_id, threadId: thread.id };
  // Whoever adds replies holds the thread, so nobody else can find it idle at the same time.
  const isTaken = !(await hasReply(tx, thread.id)) && replyRunner(platform).hasRoom;
  const started = {
    event: 'message:started',
    data: { message_id: answer.id, thread_id: thread.id, user_message_id: userMessageId },
  };
  const news = [
    ...(typeof question === 'string'
      ? []
      : [{ event: 'message:created', data: { message: presentMessage(toRow(question)) } }]),
    ...(isTaken ? [started] : []),
  ];
  const [, , records] = await Promise.all([
    insertMessages(tx, typeof question === 'string' ? [answer] : [question, answer]),
    insertReply(tx, ids, isTaken),
    platform.events.append(tx, thread.id, news),
    typeof question === 'string' ? undefined : announceMessage(tx, thread.workspace_id, toRow(question)),
  ]);
  const first = records[0]?.id ?? (await platform.events.lastId(tx, thread.id)) + 1;
  const claimed = { ...ids, agentId: thread.agent_id, userMessageId, token: 1, steps: [] };
  return {
    watched: { ...ids, userMessageId, after: first - 1 },
    claimed: isTaken ? claimed : undefined,
    isNew: true,
  };
}

/** The reply that a message with the same client_message_id got. */
async function findPosted(tx: Sql, workspaceId: string, known: MessageRow): Promise<WatchedReply> {
  const reply = await findReply(tx, workspaceId, known.id);
  if (reply === undefined) {
    throw invalid({ path: 'body.client_message_id', message: 'is that of a message that got no reply' });
  }
  const beginning = `{"message":{"id":"${known.id}"%`;
  const [created] = await tx<{ id: number }[]>`
    SELECT id FROM events WHERE stream = ${known.thread_id} AND event = 'message:created' AND data LIKE ${beginning}`;
  const after = (created?.id ?? 1) - 1;
  return { workspaceId, threadId: known.thread_id, messageId: reply.id, userMessageId: known.id, after };
}

async function requireLocked(tx: Sql, workspaceId: string, threadId: string): Promise<ThreadRow> {
  const thread = await lockThread(tx, workspaceId, threadId);
  if (thread === undefined) throw notFound('thread', threadId);
  return thread;
}

/** Throws 400 where nobody would answer: archived, or without its agent. */
async function refuseSilent(tx: Sql, thread: ThreadRow): Promise<void> {
  if (thread.status === 'archived') throw invalid({ path: 'id', message: 'is an archived thread' });
  const agent = await findAgent(tx, thread.workspace_id, thread.agent_id);
  if (agent === undefined) throw invalid({ path: 'id', message: 'is a thread whose agent was deleted' });
  if (agent.status === 'archived') throw invalid({ path: 'id', message: 'is a thread of an archived agent' });
}

async function findAttachments(
  platform: Platform,
  tx: Sql,
  workspaceId: string,
  ids: readonly string[],
): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const [index, id] of ids.entries()) {
    try {
      const file = await requireFile(platform, workspaceId, id, tx);
      const { file_name, mime_type, file_size } = file;
      attachments.push({ file_id: id, file_name, mime_type, file_size });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      throw invalid({ path: `body.attachments[${index}]`, message: 'names no file' });
    }
  }
  return attachments;
}

function newRow(
  thread: ThreadRow,
  role: Message['role'],
  fields: { content: string; attachments: Attachment[]; clientMessageId?: string | undefined },
): NewMessageRow {
  return {
    id: createId('msg'),
    workspace_id: thread.workspace_id,
    thread_id: thread.id,
    role,
    content: fields.content,
    status: role === 'assistant' ? 'streaming' : 'complete',
    attachments: fields.attachments,
    client_message_id: fields.clientMessageId ?? null,
    reply_to: null,
    created_at: new Date().toISOString(),
  };
}

/** A new message as it will be read back. */
function toRow({ workspace_id: _, ...row }: NewMessageRow): MessageRow {
  return { ...row, tool_calls: null, usage: null, citations: [], feedback: null, replaced_by: null, error: null };
}
