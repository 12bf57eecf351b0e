import type { Citation, Outcome, Usage } from '@portico/shared-types';
import { ApiError } from '../../../../platform/errors.ts';
import { createFairQueue, type FairQueue, shareOf } from '../../../../platform/fair-queue.ts';
import { createId } from '../../../../platform/ids.ts';
import { isOutage } from '../../../../platform/is-outage.ts';
import type { FinishReason } from '../../../../platform/models/chat-model.ts';
import type { ThreadsPlatform } from '../../thread-ports.ts';
import type { AgentRow } from '../../../agents/index.ts';
import type { HistoryRow } from '../../messages/messages.sql.ts';
import { authorOf } from '../../messages/new-message-row.ts';
import { ReplyDraft } from '../reply-draft.ts';
import type { ReplyChannel } from '../reply-writer.ts';
import { runReply } from '../run-reply.ts';
import { toReplyError } from '../write-reply.ts';

/**
 * Maximum number of replies that one process writes at the same time without storing them, for all its servers; the same
 * as for stored ones.
 */
const slots = 600;
const queue: FairQueue = createFairQueue({ slots, share: shareOf(slots) });

export interface Turn {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

interface UnstoredReply {
  readonly workspaceId: string;
  readonly agent: AgentRow;
  /** The conversation, oldest first; the reply is to the last message. */
  readonly turns: readonly Turn[];
  readonly onDelta: (text: string) => void;
}

/** A finished reply that is not stored. */
interface OnceReply {
  readonly id: string;
  readonly content: string;
  readonly usage: Usage | null;
  readonly citations: readonly Citation[];
  readonly outcome: Outcome | null;
  readonly finishReason: FinishReason;
}

/**
 * Writes a reply that is not stored and ends with its caller. Throws 500 execution_failed, 503
 * service_unavailable, or the signal's reason.
 */
export async function replyOnce(
  platform: ThreadsPlatform,
  reply: UnstoredReply,
  signal: AbortSignal,
): Promise<OnceReply> {
  return queue(reply.workspaceId, async () => write(platform, reply, signal), signal);
}

async function write(
  platform: ThreadsPlatform,
  { workspaceId, agent, turns, onDelta }: UnstoredReply,
  signal: AbortSignal,
): Promise<OnceReply> {
  const id = createId('msg');
  const history = turns.map(toHistoryRow).toReversed();
  const claimed = {
    id,
    workspaceId,
    threadId: '',
    agentId: agent.id,
    userMessageId: history[0]?.id ?? '',
    lease_token: 0,
    broken_off: 0,
    steps: [],
    visitor: null,
  };
  const channel: ReplyChannel = { delta: onDelta, event: () => {}, drain: async () => {} };
  const draft = new ReplyDraft(channel);
  const keepSteps = async (): Promise<void> => signal.throwIfAborted();
  try {
    await runReply(
      { platform, reply: claimed, agent, history, channel, keepSteps, signal, count: (usage) => draft.count(usage) },
      draft,
    );
  } catch (error) {
    signal.throwIfAborted();
    if (isOutage(error)) throw error;
    platform.log.warn({ err: error, agent_id: agent.id }, 'a reply that is not stored failed');
    const { code, message, details, retry_after: retryAfter } = toReplyError(error);
    throw new ApiError(code, message, details ?? {}, retryAfter === undefined ? {} : { retryAfter });
  }
  const { content, usage, citations, outcome, finishReason } = draft;
  return { id, content, usage, citations, outcome, finishReason };
}

function toHistoryRow({ role, content }: Turn, index: number): HistoryRow {
  const nothing = { attachments: [], citations: [], steps: null };
  return { id: `turn_${index}`, role, content, author: authorOf(role), status: 'complete', ...nothing };
}
