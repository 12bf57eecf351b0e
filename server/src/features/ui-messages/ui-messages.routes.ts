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
    summary: 'Chat with the AI SDK',
    description:
      'Accepts the requests of `useChat` and streams the reply in the UI message stream protocol. `id` identifies the thread; an unknown id creates a thread for this id. `regenerate-message` writes the last reply again.',
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
      'Streams the reply in progress from its start, in the UI message stream protocol. Returns 204 if there is none.',
    operationId: 'resumeAgentUiMessage',
    scopes: ['threads:read'],
    params: { id: 'agent', chat_id: 'thread' },
    protocol: 'ui-message-stream',
    otherStatuses: { 204: 'No reply is being written.' },
    handle: async ({ platform, caller: { workspaceId }, params: { id: agentId, chat_id: chatId } }) =>
      resumeUiMessage(platform, { workspaceId, agentId }, chatId),
  }),
];
