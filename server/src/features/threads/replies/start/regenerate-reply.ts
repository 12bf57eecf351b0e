import type { Transaction } from '../../../../platform/database.ts';
import { invalid, notFound } from '../../../../platform/errors.ts';
import { renameField } from '../../../../platform/rename-field.ts';
import type { ThreadsPlatform } from '../../thread-ports.ts';
import { askReply, beginReply, holdThread, type Asker } from './ask-reply.ts';
import { findLastReply, findMessage, isLastReply, markReplaced } from '../../messages/messages.sql.ts';
import type { ReplyHandle } from './reply-handle.ts';

interface Regeneration extends Asker {
  readonly workspaceId: string;
  readonly threadId: string;
  /**
   * Called once the request has passed every other check; rejects it by throwing, and waits for nothing but queries of
   * the transaction.
   */
  readonly onAccepted?: (tx: Transaction) => Promise<void>;
}

/**
 * Regenerates the last reply of a thread. The old one is kept with `replaced_by`
 * (docs/reference/threads.md#changing-a-reply). Throws 404 for a message that is not a reply of the thread, 400 for one
 * that isn't the last or is still being written.
 */
export async function regenerateReply(
  platform: ThreadsPlatform,
  reply: Regeneration & { readonly messageId: string },
): Promise<ReplyHandle> {
  const { workspaceId, threadId, messageId } = reply;
  const asked = await platform.database.transaction(async (tx) => {
    const held = await holdThread(tx, workspaceId, threadId);
    const old = await findMessage(tx, workspaceId, threadId, messageId);
    if (old === undefined || old.role !== 'assistant' || old.reply_to === null) throw notFound('message', messageId);
    if (old.status === 'streaming')
      throw invalid({
        path: 'params.message_id',
        message: 'the reply is still being written; cancel it first',
        code: 'reply_in_progress',
      });
    if (!(await isLastReply(tx, workspaceId, threadId, messageId))) {
      throw invalid({
        path: 'params.message_id',
        message: 'is not the last reply of its thread',
        code: 'not_last_reply',
      });
    }
    const added = await askReply(platform, tx, held, old.reply_to, reply);
    await markReplaced(tx, workspaceId, messageId, added.messageId);
    // `finish` locks a row that the whole workspace shares.
    const finish = await platform.threads.ports.onAskedAgain(platform, tx, { workspaceId, threadId });
    await reply.onAccepted?.(tx);
    await finish();
    return added;
  });
  return beginReply(platform, asked);
}

/** Regenerates the last reply of a thread without naming it. Throws 400 if there is none, and as above. */
export async function regenerateLast(platform: ThreadsPlatform, reply: Regeneration): Promise<ReplyHandle> {
  const messageId = await findLastReply(platform.database.sql, reply.workspaceId, reply.threadId);
  if (messageId === undefined) {
    throw invalid({ path: 'body.trigger', message: 'has no reply to write again', code: 'not_last_reply' });
  }
  return regenerateReply(platform, { ...reply, messageId }).catch(renameField('params.message_id', 'body.trigger'));
}
