import type { ReplyTrace } from '@portico/shared-types';
import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findMessage, findTrace } from './messages.sql.ts';
import { requireThread } from '../thread/threads.service.ts';

/**
 * The trace of a reply. For one whose process ended, or one written by an older version, only the data of its message.
 * Throws 404 for anything that isn't a reply of the thread.
 */
export async function getTrace(
  platform: Platform,
  { workspaceId, threadId, messageId }: { workspaceId: string; threadId: string; messageId: string },
): Promise<ReplyTrace> {
  const { sql } = platform.database;
  await requireThread(platform, workspaceId, threadId);
  const message = await findMessage(sql, workspaceId, threadId, messageId);
  if (message?.role !== 'assistant') throw notFound('message', messageId);
  const trace = await findTrace(sql, messageId);
  if (trace !== undefined) {
    // A cancelled reply's usage is estimated when it is cancelled. Feedback may have changed an outcome since.
    const { usage, credits, model } = trace;
    const spent = message.status === 'cancelled' ? message.usage : usage;
    const price = spent === null || model === null ? credits : platform.models.price(spent, model);
    return { ...trace, usage: spent, credits: spent === usage ? credits : price, outcome: message.outcome };
  }
  const question =
    message.reply_to === null ? undefined : await findMessage(sql, workspaceId, threadId, message.reply_to);
  return {
    query: question?.content ?? '',
    rewritten_query: null,
    passages: [],
    steps: [],
    model: null,
    usage: message.usage,
    credits: null,
    outcome: message.outcome,
    duration_ms: null,
  };
}
