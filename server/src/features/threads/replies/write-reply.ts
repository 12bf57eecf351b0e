import type { ReplyTrace, Usage } from '@portico/shared-types';
import { isOutage } from '../../../platform/is-outage.ts';
import { isUnstorable } from '../../../platform/is-unstorable.ts';
import { LeaseLost } from '../../../platform/leases/lease.ts';
import type { FailReason } from '../../../platform/leases/ports.ts';
import { writeTimeoutMs } from '../../../platform/leases/timings.ts';
import { ModelError } from '../../../platform/models/model-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ThreadsPlatform } from '../thread-ports.ts';
import { retryOutages } from '../../../platform/retry-outages.ts';
import { type AgentRow, findAgent, findHandoverRequest } from '../../agents/index.ts';
import { countReply, LimitReached, releaseTicket } from '../../credits/index.ts';
import { announceMessage } from '../messages/announce-message.ts';
import { endReply, leaveUngrouped, type HistoryRow, type ReplyEnd, type ReplyError } from '../messages/messages.sql.ts';
import { presentMessage } from '../messages/present-message.ts';
import { findConversation } from './context/build-history.ts';
import type { ClaimedReply } from './replies.claims.sql.ts';
import { keepCancelledTrace, saveSteps } from './replies.sql.ts';
import { ReplyDraft } from './reply-draft.ts';
import type { ReplyWriter } from './reply-writer.ts';
import { ReplyFailure, runReply } from './run-reply.ts';
import { suggestFollowUps } from './suggest-follow-ups.ts';

interface Beginning {
  readonly agent: AgentRow;
  /** The messages it answers, newest first. */
  readonly history: readonly HistoryRow[];
}

/**
 * A claimed reply; `beginning` is set if a process claimed it together with the request and has already read its first
 * messages.
 */
export interface TakenReply extends ClaimedReply {
  readonly beginning?: Beginning;
}

/** Writes a reply to its end. Throws the signal's reason, and an outage of our own stores. */
export async function writeReply(
  platform: ThreadsPlatform,
  writer: ReplyWriter,
  reply: TakenReply,
  around: AbortSignal,
): Promise<void> {
  const lost = new AbortController();
  const signal = AbortSignal.any([around, lost.signal]);
  const { id: messageId, threadId, lease_token: token } = reply;
  const channel = writer.open({ messageId, threadId, token }, () => lost.abort(new LeaseLost()));
  const draft = new ReplyDraft(channel);
  let status: 'complete' | 'failed' = 'complete';
  let error: ReplyError | null = null;
  try {
    // A reply that is requested in an idle thread starts in the same commit, so its start has already been published.
    if (reply.beginning === undefined) {
      channel.event('message:started', { thread_id: threadId, user_message_id: reply.userMessageId });
    }
    const { agent, history } = reply.beginning ?? (await readBeginning(platform, reply));
    const keepSteps = async (steps: Parameters<typeof saveSteps>[2]): Promise<void> => {
      await channel.drain();
      if (!(await saveSteps(platform.database.sql, reply, steps))) lost.abort(new LeaseLost());
      signal.throwIfAborted();
    };
    const count = (usage: Usage): void => draft.count(usage);
    const run = { platform, reply, agent, history, channel, keepSteps, signal, count };
    draft.offer(await suggestFollowUps(run, draft, await runReply(run, draft)));
  } catch (caught) {
    if (signal.aborted) await keepTrace(platform, messageId, draft);
    signal.throwIfAborted();
    // Not a failure of the reply: it starts again, or ends as one that can't be stored.
    if (isOutage(caught) || isUnstorable(caught)) throw caught;
    status = 'failed';
    error = toReplyError(caught);
    platform.log.warn({ err: caught, message_id: messageId }, 'a reply failed');
  }
  await channel.drain();
  const end = {
    status,
    content: draft.content,
    tool_calls: draft.calls.length === 0 ? null : draft.calls,
    steps: draft.steps.length === 0 ? null : draft.steps,
    usage: draft.usage,
    citations: draft.citations,
    outcome: draft.outcome,
    follow_ups: draft.followUps,
    mayBeAnswered: draft.mayBeAnswered,
    trace: traceOf(platform, draft),
    error,
  };
  await writeEnd(platform, reply, end, findHandoverRequest(draft.replyToolCalls));
}

/** The code that cancels a reply doesn't know its trace. Without one, only the message is left to show. */
async function keepTrace(platform: Platform, messageId: string, draft: ReplyDraft): Promise<void> {
  try {
    await keepCancelledTrace(platform.database.sql, messageId, traceOf(platform, draft));
  } catch (error) {
    platform.log.warn({ err: error, message_id: messageId }, 'the trace of a cancelled reply was lost');
  }
}

function traceOf(platform: Platform, { trace, usage, outcome, citations }: ReplyDraft): ReplyTrace {
  const credits = usage === null || trace.model === null ? null : platform.models.price(usage, trace.model);
  return trace.finish({ outcome, usage, credits, citations });
}

const failMessages: Readonly<Record<FailReason, string>> = {
  interrupted: 'The reply was interrupted too often.',
  unstorable: 'The reply can’t be stored.',
};

/** Ends a reply that can't be written to its end. */
export async function failReply(platform: ThreadsPlatform, reply: ClaimedReply, reason: FailReason): Promise<void> {
  const nothing = { content: '', tool_calls: null, steps: null, usage: null, citations: [] };
  const error = { code: 'execution_failed', message: failMessages[reason] } as const;
  await writeEnd(platform, reply, { ...nothing, status: 'failed', error });
}

async function readBeginning(platform: Platform, reply: ClaimedReply): Promise<Beginning> {
  const { sql } = platform.database;
  const [agent, history] = await Promise.all([
    findAgent(sql, reply.workspaceId, reply.agentId),
    findConversation(sql, reply),
  ]);
  if (agent === undefined) throw new ReplyFailure('The agent of this thread was deleted.');
  return { agent, history };
}

/**
 * Writes the last text and the final state in one commit, and hands over if the reply asked for a person. Writes nothing
 * for a reply that has already ended.
 */
async function writeEnd(
  platform: ThreadsPlatform,
  reply: ClaimedReply,
  end: ReplyEnd,
  handover?: ReturnType<typeof findHandoverRequest>,
): Promise<void> {
  const write = async (): Promise<void> =>
    platform.database.transaction(async (tx) => {
      const row = await endReply(tx, reply, end);
      if (row === undefined) return;
      if (end.mayBeAnswered === true && row.outcome === 'unanswered') await leaveUngrouped(tx, row.id);
      const { workspaceId, threadId } = reply;
      const { id, error } = row;
      const event =
        error === null
          ? { event: 'message:completed', data: { ...presentMessage(row) } }
          : { event: 'message:failed', data: { message_id: id, error: { code: error.code, message: error.message } } };
      await platform.events.append(tx, reply.threadId, [event]);
      await announceMessage(tx, reply.workspaceId, row);
      if (row.status === 'complete') {
        const { workspaceId, agentId, id: runId } = reply;
        await countReply(tx, { workspaceId, agentId, runId, model: end.trace?.model ?? '' });
      }
      if (error !== null) await releaseTicket(tx, id);
      const key = { workspaceId, threadId };
      await platform.threads.ports.onAdded(platform, tx, key, presentMessage(row), end.trace?.credits ?? 0);
      if (handover !== undefined) await platform.threads.ports.onHandover(platform, tx, key, handover);
    });
  await retryOutages(write, { timeoutMs: writeTimeoutMs });
}

/** The public part of a reply's failure. */
export function toReplyError(error: unknown): ReplyError {
  if (error instanceof LimitReached) {
    const { code: _, message, details, retryAfter } = error;
    return { code: 'rate_limit_exceeded', message, details, retry_after: retryAfter ?? 1 };
  }
  if (error instanceof ModelError) {
    if (!error.retryable) return { code: 'execution_failed', message: error.message };
    return { code: 'service_unavailable', message: error.message, retry_after: error.retryAfter ?? 5 };
  }
  if (error instanceof ReplyFailure) return { code: 'execution_failed', message: error.message };
  return { code: 'execution_failed', message: 'The reply failed because of an internal error.' };
}
