import type { ReplyCancelled } from '@portico/shared-types';
import { afterCommit, type Transaction } from '../../../../platform/database.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { findAgentOfThread } from '../../../agents/index.ts';
import { releaseTicket } from '../../../credits/index.ts';
import { announceMessage } from '../../messages/announce-message.ts';
import { deleteUnseenReply, endReply } from '../../messages/messages.sql.ts';
import { presentMessage } from '../../messages/present-message.ts';
import type { ThreadKey, ThreadsPlatform } from '../../thread-ports.ts';
import { lockThread } from '../../thread/threads.sql.ts';
import { estimateCancelled } from './estimate-cancelled.ts';
import { foldReply, type ReplySoFar } from '../fold-reply.ts';
import { listOpenReplies, type LockedReply, lockReply } from '../replies.sql.ts';
import { endedReplies, wakeReplyWorkers } from '../replies.jobs.ts';

/**
 * Stops the reply in progress, or the given one, and keeps its text so far; the thread's next message is then answered.
 * The process that writes the reply loses its lease, and stops the model. Throws 404.
 */
export async function cancelReply(
  platform: ThreadsPlatform,
  workspaceId: string,
  threadId: string,
  messageId?: string,
): Promise<ReplyCancelled> {
  const cancelled = await platform.database.transaction(async (tx) => {
    // The thread is locked before the reply, as everywhere.
    if ((await lockThread(tx, workspaceId, threadId)) === undefined) throw notFound('thread', threadId);
    const reply = await lockReply(tx, workspaceId, threadId, messageId);
    if (reply === undefined) return undefined;
    const said = await foldReply(tx, threadId, reply.id);
    await endEarly(platform, tx, { workspaceId, threadId }, { reply, said, isShown: true });
    return reply.id;
  });
  if (cancelled !== undefined) await wakeReplyWorkers(platform, threadId);
  return { thread_id: threadId, message_id: cancelled ?? null, cancelled: cancelled !== undefined };
}

/**
 * Ends every reply of a thread that the transaction has locked, for a person who takes over: shown text is kept, and
 * replies without any text are deleted. A reply that has called tools is kept even without text, so that the agent
 * later knows what it has done.
 */
export async function cutReplies(platform: ThreadsPlatform, tx: Transaction, thread: ThreadKey): Promise<void> {
  for (const reply of await listOpenReplies(tx, thread.workspaceId, thread.threadId)) {
    const said = await foldReply(tx, thread.threadId, reply.id);
    const isShown = said.content !== '';
    if (isShown || reply.steps.length > 0) await endEarly(platform, tx, thread, { reply, said, isShown });
    else {
      await deleteUnseenReply(tx, thread.workspaceId, reply.id);
      await letGo(platform, tx, reply);
    }
  }
}

async function endEarly(
  platform: ThreadsPlatform,
  tx: Transaction,
  thread: ThreadKey,
  { reply, said, isShown }: { reply: LockedReply; said: ReplySoFar; isShown: boolean },
): Promise<void> {
  const { workspaceId, threadId } = thread;
  const { steps, userMessageId, lease_token: token } = reply;
  const cut = { workspaceId, threadId, userMessageId, steps, content: said.content, begun: token > 0 };
  const usage = await estimateCancelled(tx, cut);
  const ended = await endReply(
    tx,
    { ...reply, threadId },
    { ...said, status: 'cancelled', steps: steps.length === 0 ? null : steps, usage, error: null },
  );
  if (isShown) {
    await platform.events.append(tx, threadId, [
      { event: 'message:cancelled', data: { message_id: reply.id, content: said.content } },
    ]);
  }
  await letGo(platform, tx, reply);
  if (ended === undefined) return;
  await announceMessage(tx, workspaceId, ended);
  const agent = await findAgentOfThread(tx, workspaceId, threadId);
  const credits = platform.models.price(usage, agent?.model ?? platform.models.defaultModel);
  await platform.threads.ports.onAdded(platform, tx, thread, presentMessage(ended), credits);
}

/** The process that writes the reply stops its model. */
async function letGo(platform: Platform, tx: Transaction, { id }: LockedReply): Promise<void> {
  await releaseTicket(tx, id);
  afterCommit(tx, () => platform.bus.publish(endedReplies, id));
}
