import { UiMessageRequest } from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { ThreadsPlatform } from '../threads/index.ts';
import { resumeUiMessage, sendUiMessage } from './ui-messages.service.ts';

const { versionedRoute } = routesOn<ThreadsPlatform>();

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
    handle: async ({ platform, caller: { workspaceId }, params: { id: agentId }, body }) =>
      sendUiMessage(platform, { workspaceId, agentId }, body),
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
    handle: async ({ platform, caller: { workspaceId }, params: { id: agentId, chat_id: chatId } }) =>
      resumeUiMessage(platform, { workspaceId, agentId }, chatId),
  }),
];
