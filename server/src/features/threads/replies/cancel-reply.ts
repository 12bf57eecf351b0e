import type { ReplyCancelled } from '@portico/shared-types';
import { afterCommit } from '../../../platform/database.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { releaseTicket } from '../../credits/index.ts';
import { announceMessage } from '../announce-message.ts';
import { endReply } from '../messages.sql.ts';
import { findThread } from '../threads.sql.ts';
import { estimateCancelled } from './estimate-cancelled.ts';
import { foldReply } from './fold-reply.ts';
import { lockReply } from './replies.sql.ts';
import { endedReplies } from './replies.worker.ts';
import { wakeReplyWorkers } from './replies.worker.ts';

/**
 * Stops the reply in progress, or the one that is named, and keeps what was said so far; the next message of the
 * thread then has its turn. The state is taken from whichever process writes the reply: that one finds its lease gone, and stops the model.
 * Throws 404.
 */
export async function cancelReply(
  platform: Platform,
  workspaceId: string,
  threadId: string,
  messageId?: string,
): Promise<ReplyCancelled> {
  const thread = await findThread(platform.database.sql, workspaceId, threadId);
  if (thread === undefined) throw notFound('thread', threadId);
  const cancelled = await platform.database.transaction(async (tx) => {
    const reply = await lockReply(tx, workspaceId, threadId, messageId);
    if (reply === undefined) return undefined;
    const said = await foldReply(tx, threadId, reply.id);
    const { steps, userMessageId, lease_token: token } = reply;
    const cut = { workspaceId, threadId, userMessageId, steps, content: said.content, begun: token > 0 };
    const ended = await endReply(tx, reply, {
      ...said,
      status: 'cancelled',
      steps: steps.length === 0 ? null : steps,
      usage: await estimateCancelled(tx, cut),
      error: null,
    });
    await platform.events.append(tx, threadId, [
      { event: 'message:cancelled', data: { message_id: reply.id, content: said.content } },
    ]);
    if (ended !== undefined) await announceMessage(tx, workspaceId, ended);
    await releaseTicket(tx, reply.id);
    afterCommit(tx, () => platform.bus.publish(endedReplies, reply.id));
    return reply.id;
  });
  if (cancelled !== undefined) await wakeReplyWorkers(platform, threadId);
  return { thread_id: threadId, message_id: cancelled ?? null, cancelled: cancelled !== undefined };
}
