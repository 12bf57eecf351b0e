import type { VisitorContext } from '../../../../platform/visitor-context.ts';
import { afterCommit, afterRollback, type Sql, type Transaction } from '../../../../platform/database.ts';
import { type ApiError, invalid, notFound } from '../../../../platform/errors.ts';
import type { ReservedSlot } from '../../../../platform/leases/slots.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { ThreadsPlatform } from '../../thread-ports.ts';
import { type AgentRow, findAgentOfThread } from '../../../agents/index.ts';
import { type Charge, chargeRun } from '../../../credits/index.ts';
import { announceMessage } from '../../messages/announce-message.ts';
import { insertAskedReply } from './ask-reply.sql.ts';
import { writeEventText } from '../../messages/event-text.ts';
import type { NewMessageRow } from '../../messages/messages.sql.ts';
import { newMessageRow, toMessageRow } from '../../messages/new-message-row.ts';
import { presentMessage } from '../../messages/present-message.ts';
import { findConversation } from '../context/build-history.ts';
import { wakeReplyWorkers } from '../replies.jobs.ts';
import type { TakenReply } from '../write-reply.ts';
import { type ReplyHandle, type WatchedReply, watchReply } from './reply-handle.ts';
import { lockThread, type ThreadRow } from '../../thread/threads.sql.ts';

/** A thread locked until the transaction ends, with its agent if that still exists. */
export interface HeldThread {
  readonly thread: ThreadRow;
  readonly agent: AgentRow | undefined;
}

/** A reply requested in a transaction. */
export interface AskedReply {
  readonly messageId: string;
  readonly watched: WatchedReply;
  /**
   * Set if this process has claimed the reply immediately, and in which slot; undefined if another reply of the thread
   * comes first.
   */
  readonly taken: { readonly slot: ReservedSlot<TakenReply>; readonly reply: TakenReply } | undefined;
}

/** The interface that pays for a reply. */
export interface Payment {
  readonly charge: Charge;
  /**
   * Whether credits for the first call are reserved immediately, so that a visitor is refused before the message is
   * stored.
   */
  readonly isReserved: boolean;
}

/** The caller that requests a reply: the payer, and the visitor whose data the agent may use. */
export interface Asker {
  readonly payment?: Payment | undefined;
  readonly visitor?: VisitorContext | undefined;
}

/** Locks a thread until the transaction ends. Throws 404. */
export async function holdThread(tx: Sql, workspaceId: string, threadId: string): Promise<HeldThread> {
  const [thread, agent] = await Promise.all([
    lockThread(tx, workspaceId, threadId),
    findAgentOfThread(tx, workspaceId, threadId),
  ]);
  if (thread === undefined) throw notFound('thread', threadId);
  return { thread, agent };
}

/**
 * Requests the reply to a new message, or to an existing one (its id), in the transaction that has locked the thread.
 * Throws 400 if nobody would answer, because the thread is archived or its agent is missing, and LimitReached if the
 * paying interface has no credits left today.
 */
export async function askReply(
  platform: ThreadsPlatform,
  tx: Transaction,
  held: HeldThread,
  question: NewMessageRow | string,
  { payment, visitor }: Asker = {},
): Promise<AskedReply> {
  const { thread } = held;
  const agent = requireAnswering(held);
  if (thread.answered_by !== 'agent') throw agentSilent();
  const asked = typeof question === 'string' ? undefined : toMessageRow(question);
  const userMessageId = typeof question === 'string' ? question : question.id;
  const answer = newMessageRow(thread, 'assistant', { content: '', replyTo: userMessageId });
  afterRollback(tx, () => slot?.release());
  const slot = platform.threads.worker.current?.reserve(thread.workspace_id);
  const mayTake = slot !== undefined;
  const ids = { messageId: answer.id, workspaceId: thread.workspace_id, threadId: thread.id };
  const started = { message_id: answer.id, thread_id: thread.id, user_message_id: userMessageId };
  const created = asked && { event: 'message:created', text: writeEventText({ message: presentMessage(asked) }) };
  const events = [...(created ? [created] : []), { event: 'message:started', text: writeEventText(started) }];
  // Sent together, because every round trip to the database delays the model call.
  const [{ taken, lastEventId }, history] = await Promise.all([
    insertAskedReply(tx, {
      ...ids,
      mayTake,
      visitor: visitor ?? null,
      messages: typeof question === 'string' ? [answer] : [question, answer],
      events,
    }),
    mayTake ? findConversation(tx, { ...ids, userMessageId }) : [],
    asked && announceMessage(tx, thread.workspace_id, asked),
    payment && charge(platform, tx, { agent, payment, runId: answer.id, text: asked?.content ?? '' }),
  ]);
  if (!taken) slot?.release();
  const stored = taken ? events : events.slice(0, -1);
  const after = lastEventId === null ? await platform.events.lastId(tx, thread.id) : lastEventId - stored.length;
  const records = stored.map((event, index) => ({ stream: thread.id, id: after + 1 + index, ...event }));
  afterCommit(tx, () => platform.events.publish(records));
  const claimed = { ...ids, id: answer.id, lease_token: 1, broken_off: 0, steps: [], visitor: visitor ?? null };
  return {
    messageId: answer.id,
    watched: { ...ids, userMessageId, after, known: records },
    taken:
      taken && slot
        ? { slot, reply: { ...claimed, agentId: agent.id, userMessageId, beginning: { agent, history } } }
        : undefined,
  };
}

/** Starts the reply once the transaction that requested it has committed. */
export async function beginReply(platform: ThreadsPlatform, { watched, taken }: AskedReply): Promise<ReplyHandle> {
  const handle = watchReply(platform, watched);
  if (taken !== undefined) taken.slot.begin(taken.reply);
  // Another reply comes first. It may end right now without having seen this one, so the workers look again.
  else await wakeReplyWorkers(platform, watched.threadId);
  return handle;
}

/**
 * Throws LimitReached. The exact prompt is counted when the model is called; this estimate is good enough for a
 * refusal.
 */
async function charge(
  platform: Platform,
  tx: Transaction,
  { agent, payment, runId, text }: { agent: AgentRow; payment: Payment; runId: string; text: string },
): Promise<void> {
  const bytes = Buffer.byteLength(agent.system_prompt) + Buffer.byteLength(text);
  const usage = { prompt_tokens: Math.ceil(bytes / 4), completion_tokens: agent.max_tokens };
  const total = { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens };
  const credits = platform.models.price(total, agent.model ?? platform.models.defaultModel);
  const ticket = payment.isReserved ? { credits } : undefined;
  await chargeRun(platform, tx, { runId, charge: payment.charge, ticket });
}

/** 400: a request for a reply while a person answers. */
function agentSilent(): ApiError {
  return invalid({ path: 'params.id', message: 'is a conversation that a person answers', code: 'agent_silent' });
}

/** Throws 400 for a thread in which nobody would answer. */
function requireAnswering({ thread, agent }: HeldThread): AgentRow {
  if (thread.status === 'archived')
    throw invalid({ path: 'params.id', message: 'is an archived thread', code: 'agent_unavailable' });
  if (agent === undefined)
    throw invalid({ path: 'params.id', message: 'is a thread whose agent was deleted', code: 'agent_unavailable' });
  if (agent.status === 'archived')
    throw invalid({ path: 'params.id', message: 'is a thread of an archived agent', code: 'agent_unavailable' });
  return agent;
}
