import { notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ThreadsPlatform } from '../thread-ports.ts';
import { insertMessages } from './messages.sql.ts';
import { newMessageRow } from './new-message-row.ts';
import { postMessage } from './post-message.ts';
import type { ReplyHandle } from '../replies/start/reply-handle.ts';
import type { Turn } from '../replies/start/reply-once.ts';
import { createThread, requireThread } from '../thread/threads.service.ts';

interface Continuation {
  readonly workspaceId: string;
  readonly agentId: string;
  /** Undefined opens a thread, which gets the turns before the message as its history. */
  readonly threadId: string | undefined;
  readonly before: readonly Turn[];
  readonly message: string;
}

/**
 * Sends a message on behalf of a client that keeps the conversation itself. An existing thread has its own history, so
 * only missing system texts are added from the turns before the message. Throws 404 for the thread, also if it belongs
 * to another agent, and 400 while a person answers in it.
 */
export async function continueThread(platform: ThreadsPlatform, continuation: Continuation): Promise<ReplyHandle> {
  const { workspaceId, agentId, threadId, before, message: content } = continuation;
  if (threadId === undefined) {
    const opened = await openThread(platform, continuation);
    return postMessage(platform, { workspaceId, threadId: opened, content, needsReply: true });
  }
  const thread = await requireThread(platform, workspaceId, threadId);
  if (thread.agent_id !== agentId) throw notFound('thread', threadId);
  const context = before.flatMap(({ role, content: text }) => (role === 'system' ? [text] : []));
  return postMessage(platform, { workspaceId, threadId, content, context, needsReply: true });
}

async function openThread(platform: Platform, { workspaceId, agentId, before }: Continuation): Promise<string> {
  return platform.database.transaction(async (tx) => {
    const thread = await createThread(platform, { workspaceId, agentId, needsReply: true }, tx);
    const rows = before.map(({ role, content }) => newMessageRow(thread, role, { content, status: 'complete' }));
    if (rows.length > 0) await insertMessages(tx, rows);
    return thread.id;
  });
}
