import type { UiMessageRequest } from '@portico/shared-types';
import { notFound } from '../../platform/errors.ts';
import { noContent, type RawAnswer } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EventStream } from '../../platform/sse.ts';
import { requireAgent } from '../agents/index.ts';
import {
  findClientThread,
  findRunningReply,
  openClientThread,
  postMessage,
  regenerateLast,
  type ReplyHandle,
  type ThreadsPlatform,
} from '../threads/index.ts';
import { readLastMessage } from './read-ui-request.ts';
import { streamUiMessage } from './stream-ui-message.ts';

interface AgentChat {
  readonly workspaceId: string;
  readonly agentId: string;
}

/** Sends the message of `useChat` to an agent, or regenerates the last reply. Throws 404 and 400. */
export async function sendUiMessage(
  platform: ThreadsPlatform,
  { workspaceId, agentId }: AgentChat,
  body: UiMessageRequest,
): Promise<EventStream> {
  await requireAgent(platform, workspaceId, agentId);
  if (body.trigger === 'regenerate-message') {
    const known = await findClientThread(platform, workspaceId, body.id);
    if (known?.agent_id !== agentId) throw notFound('thread', body.id);
    return stream(await regenerateLast(platform, { workspaceId, threadId: known.id }));
  }
  const message = readLastMessage(body);
  const thread = await openClientThread(platform, { workspaceId, agentId, clientId: body.id });
  return stream(await postMessage(platform, { workspaceId, threadId: thread.id, ...message }));
}

/** Streams the reply in progress from its start, or returns 204. Throws 404 for another agent's thread. */
export async function resumeUiMessage(
  platform: Platform,
  { workspaceId, agentId }: AgentChat,
  chatId: string,
): Promise<EventStream | RawAnswer> {
  await requireAgent(platform, workspaceId, agentId);
  const thread = await findClientThread(platform, workspaceId, chatId);
  // `useChat` also asks before it has sent anything.
  if (thread === undefined) return noContent();
  if (thread.agent_id !== agentId) throw notFound('thread', chatId);
  const reply = await findRunningReply(platform, workspaceId, thread.id);
  return reply === undefined ? noContent() : stream(reply);
}

function stream(reply: ReplyHandle): EventStream {
  return streamUiMessage(reply.threadId, (signal) => reply.events(signal));
}
