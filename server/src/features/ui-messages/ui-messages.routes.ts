import { UiMessageRequest } from '@portico/shared-types';
import { notFound } from '../../platform/errors.ts';
import { versionedRoute } from '../../platform/http/route.ts';
import type { EventStream } from '../../platform/sse.ts';
import { requireAgent } from '../agents/index.ts';
import {
  findClientThread,
  findRunningReply,
  openClientThread,
  postMessage,
  regenerateLast,
  type ReplyHandle,
} from '../threads/index.ts';
import { readLastMessage } from './read-ui-request.ts';
import { nothingRuns, streamUiMessage } from './stream-ui-message.ts';

const tag = 'Messages';

export const uiMessageRoutes = [
  versionedRoute({
    method: 'POST',
    path: '/agents/:id/ui-messages',
    tag,
    summary: 'Chat as the AI SDK does',
    description:
      'Takes what `useChat` sends and streams the reply in the UI message stream protocol. `id` names the thread: an unknown one opens a thread, which keeps it. `regenerate-message` writes the last reply again.',
    operationId: 'sendAgentUiMessage',
    scopes: ['agents:execute', 'threads:write'],
    params: { id: 'agent' },
    body: UiMessageRequest,
    protocol: 'ui-message-stream',
    handle: async ({ platform, caller: { workspaceId }, params: { id: agentId }, body }) => {
      await requireAgent(platform, workspaceId, agentId);
      if (body.trigger === 'regenerate-message') {
        const known = await findClientThread(platform, workspaceId, body.id);
        if (known?.agent_id !== agentId) throw notFound('thread', body.id);
        return stream(await regenerateLast(platform, { workspaceId, threadId: known.id }));
      }
      const message = readLastMessage(body);
      const thread = await openClientThread(platform, { workspaceId, agentId, clientId: body.id });
      return stream(await postMessage(platform, { workspaceId, threadId: thread.id, ...message }));
    },
  }),
  versionedRoute({
    method: 'GET',
    path: '/agents/:id/ui-messages/:chat_id/stream',
    tag,
    summary: 'Resume a chat of the AI SDK',
    description:
      'Streams the reply that is being written from its start, in the UI message stream protocol. 204 if none is.',
    operationId: 'resumeAgentUiMessage',
    scopes: ['threads:read'],
    params: { id: 'agent', chat_id: 'thread' },
    protocol: 'ui-message-stream',
    otherStatuses: { 204: 'No reply is being written.' },
    handle: async ({ platform, caller: { workspaceId }, params: { id: agentId, chat_id: chatId } }) => {
      await requireAgent(platform, workspaceId, agentId);
      const thread = await findClientThread(platform, workspaceId, chatId);
      // A chat that has not sent anything yet asks, too.
      if (thread === undefined) return nothingRuns();
      if (thread.agent_id !== agentId) throw notFound('thread', chatId);
      const reply = await findRunningReply(platform, workspaceId, thread.id);
      return reply === undefined ? nothingRuns() : stream(reply);
    },
  }),
];

function stream(reply: ReplyHandle): EventStream {
  return streamUiMessage(reply.threadId, (signal) => reply.events(signal));
}
