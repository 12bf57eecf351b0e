import {
  LegacyAgent,
  LegacyAgentCreate,
  legacyChatEvents,
  LegacyChatMessage,
  LegacyChatReply,
} from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { ThreadsPlatform } from '../threads/index.ts';
import { EventStream } from '../../platform/sse.ts';
import { createLegacyAgent, presentReply, sendLegacyMessage } from './legacy-agents.service.ts';
import { streamLegacyReply } from './stream-legacy-reply.ts';

const { legacyRoute } = routesOn<ThreadsPlatform>();

const tag = 'Older agent endpoints';
const params = { id: 'agent' };
const scopes = ['agents:execute', 'threads:write'] as const;

export const legacyAgentRoutes = [
  legacyRoute({
    method: 'POST',
    path: '/agents',
    tag,
    summary: 'Create an agent',
    description: 'Creates an agent, which is immediately ready for threads.',
    scopes: ['agents:write'],
    body: LegacyAgentCreate,
    answer: LegacyAgent,
    status: 201,
    handle: async ({ platform, caller, body }) => createLegacyAgent(platform, caller.workspaceId, body),
  }),
  legacyRoute({
    method: 'POST',
    path: '/agents/:id/chat',
    tag,
    summary: 'Chat with an agent',
    description: 'Sends a message in an existing or a new thread and returns the reply.',
    operationId: 'chatWithLegacyAgent',
    scopes,
    params,
    body: LegacyChatMessage,
    answer: LegacyChatReply,
    errors: ['execution_failed'],
    handle: async ({ platform, caller, params: { id }, body, signal }) => {
      const reply = await sendLegacyMessage(platform, caller.workspaceId, id, body);
      return presentReply(await reply.finished(signal));
    },
  }),
  legacyRoute({
    method: 'POST',
    path: '/agents/:id/chat/stream',
    tag,
    summary: 'Chat with an agent, streamed',
    description: 'Sends a message and returns the reply as server-sent events.',
    scopes,
    params,
    body: LegacyChatMessage,
    events: legacyChatEvents,
    handle: async ({ platform, caller, params: { id }, body }) => {
      const reply = await sendLegacyMessage(platform, caller.workspaceId, id, body);
      return EventStream.of((signal) => streamLegacyReply(reply, signal));
    },
  }),
];
