import type { Sql, Transaction } from '../../platform/database.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { type AgentRow, findAgent } from '../agents/index.ts';
import { announceMessage } from './announce-message.ts';
import { insertMessages, type NewMessageRow } from './messages.sql.ts';
import { newMessageRow, toMessageRow } from './new-message-row.ts';
import { presentMessage } from './present-message.ts';
import { type ClaimedReply, hasReply, insertReply } from './replies/replies.sql.ts';
import { replyRunner } from './replies/reply-runner.ts';
import { startReplies } from './replies/start-replies.ts';
import { type ReplyHandle, type WatchedReply, watchReply } from './reply-handle.ts';
import { lockThread, type ThreadRow } from './threads.sql.ts';

/** A reply that a transaction has asked for. */
export interface AskedReply {
  readonly watched: WatchedReply;
  /** Where this process took the reply at once; undefined where another one of the thread comes first. */
  readonly taken: (ClaimedReply & { agent: AgentRow }) | undefined;
}

/**
 * Asks for the reply to a new message, or to one that is there (its id), in the transaction that holds the thread.
 * Throws 400 where nobody would answer: archived, or without its agent.
 */
export async function askReply(
  platform: Platform,
  tx: Transaction,
  thread: ThreadRow,
  question: NewMessageRow | string,
): Promise<AskedReply> {
  // Whoever adds replies holds the thread, so nobody else can find it idle at the same time.
  const [agent, isBusy] = await Promise.all([requireAnswering(tx, thread), hasReply(tx, thread.id)]);
  const isTaken = !isBusy && replyRunner(platform).hasRoom;
  const asked = typeof question === 'string' ? undefined : toMessageRow(question);
  const userMessageId = typeof question === 'string' ? question : question.id;
  const answer = newMessageRow(thread, 'assistant', { content: '', replyTo: userMessageId });
  const ids = { messageId: answer.id, workspaceId: thread.workspace_id, threadId: thread.id };
  const started = { message_id: answer.id, thread_id: thread.id, user_message_id: userMessageId };
  const [records] = await Promise.all([
    platform.events.append(tx, thread.id, [
      ...(asked === undefined ? [] : [{ event: 'message:created', data: { message: presentMessage(asked) } }]),
      ...(isTaken ? [{ event: 'message:started', data: started }] : []),
    ]),
    insertMessages(tx, typeof question === 'string' ? [answer] : [question, answer]),
    insertReply(tx, ids, isTaken),
    asked === undefined ? undefined : announceMessage(tx, thread.workspace_id, asked),
  ]);
  const after = (records[0]?.id ?? (await platform.events.lastId(tx, thread.id)) + 1) - 1;
  return {
    watched: { ...ids, userMessageId, after },
    taken: isTaken ? { ...ids, agentId: agent.id, agent, userMessageId, token: 1, steps: [] } : undefined,
  };
}

/** Has the reply written, once the transaction that asked for it has committed. */
export async function beginReply(platform: Platform, { watched, taken }: AskedReply): Promise<ReplyHandle> {
  const handle = watchReply(platform, watched);
  if (taken !== undefined) void replyRunner(platform).runAll(taken);
  // Another reply comes first. It may end right now, before it could see this one, so the thread is looked at again.
  else await startReplies(platform, watched.threadId);
  return handle;
}

/** The thread, held until the transaction ends. Throws 404. */
export async function holdThread(tx: Transaction, workspaceId: string, threadId: string): Promise<ThreadRow> {
  const thread = await lockThread(tx, workspaceId, threadId);
  if (thread === undefined) throw notFound('thread', threadId);
  return thread;
}

async function requireAnswering(sql: Sql, thread: ThreadRow): Promise<AgentRow> {
  if (thread.status === 'archived') throw invalid({ path: 'params.id', message: 'is an archived thread' });
  const agent = await findAgent(sql, thread.workspace_id, thread.agent_id);
  if (agent === undefined) throw invalid({ path: 'params.id', message: 'is a thread whose agent was deleted' });
  if (agent.status === 'archived') throw invalid({ path: 'params.id', message: 'is a thread of an archived agent' });
  return agent;
}
