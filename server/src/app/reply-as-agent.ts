import { type AgentReply, type AgentRequest, getExecutionHead } from '../features/executions/index.ts';
import { findPayer } from '../features/credits/index.ts';
import {
  cancelReply,
  createThread,
  postMessage,
  readText,
  requireThread,
  type ThreadsPlatform,
} from '../features/threads/index.ts';
import { ApiError, notFound } from '../platform/errors.ts';
import type { Platform } from '../platform/platform.ts';
import { renameField } from '../platform/rename-field.ts';

/**
 * Sends a message to an agent on behalf of a workflow's node and waits for the reply. With the same key it attaches to
 * the first reply again. The reply is cancelled with its execution, not with the process that waits for it.
 */
export async function replyAsAgent(
  platform: ThreadsPlatform,
  request: AgentRequest,
  signal: AbortSignal,
  onDelta: (content: string) => void,
): Promise<AgentReply> {
  const { workspaceId, agentId, idempotencyKey } = request;
  const thread =
    request.threadId === null
      ? await createThread(platform, { workspaceId, agentId, key: idempotencyKey, needsReply: true }).catch(
          renameField('params.id', 'config.agent_id'),
        )
      : await requireThread(platform, workspaceId, request.threadId);
  // The agent of the thread replies, so it must be the agent of the node.
  if (thread.agent_id !== agentId) throw notFound('thread', thread.id);
  const { message: content } = request;
  const charge = await findPayer(platform.database.sql, executionIdOf(request));
  const payment = charge && { charge, isReserved: false };
  const sent = {
    workspaceId,
    threadId: thread.id,
    content,
    clientMessageId: idempotencyKey,
    payment,
    needsReply: true,
  };
  const place = request.threadId === null ? 'config.agent_id' : 'config.thread_id';
  const reply = await postMessage(platform, sent).catch(renameField('params.id', place));
  for await (const text of readText(reply.events(signal))) onDelta(text);
  if (signal.aborted) {
    if (await isUnwanted(platform, request, signal)) {
      await cancelReply(platform, workspaceId, thread.id, reply.messageId ?? undefined);
    }
    signal.throwIfAborted();
  }
  const message = await reply.finished(signal);
  if (message === null) throw new ApiError('validation_error', 'A person answers in this thread.');
  return {
    text: message.content,
    thread_id: thread.id,
    message_id: message.id,
    tool_calls: message.tool_calls ?? [],
    usage: message.usage ?? null,
  };
}

/** Only if the node timed out or its execution has ended, not if another worker continues with it. */
async function isUnwanted(platform: Platform, request: AgentRequest, signal: AbortSignal): Promise<boolean> {
  const { reason } = signal;
  const why: unknown = typeof reason === 'object' && reason !== null && 'reason' in reason ? reason.reason : undefined;
  if (why === 'handed-back' || why === 'suspended') return false;
  if (why !== 'lost') return true;
  const { status } = await getExecutionHead(platform, request.workspaceId, executionIdOf(request));
  return status === 'cancelled' || status === 'failed';
}

function executionIdOf({ idempotencyKey }: AgentRequest): string {
  return idempotencyKey.split(':')[0] ?? '';
}
