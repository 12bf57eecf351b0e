import { conversationEvents, suggestionEvents } from '@portico/shared-types';
import { noContent } from '../../../platform/http/route.ts';
import { routesOn } from '../../../platform/http/routes-on.ts';
import type { ThreadsPlatform } from '../../threads/index.ts';
import { readLastEventId, requireEventStream } from '../../../platform/http/stream-headers.ts';
import { EventStream } from '../../../platform/sse.ts';
import { getConversation } from '../conversation/conversations.service.ts';
import { actorOf } from '../team/actor.ts';
import { suggest } from './suggest.ts';
import { showTyping } from './show-typing.ts';
import { followConversations } from './follow-conversations.ts';

const { versionedRoute } = routesOn<ThreadsPlatform>();

const tag = 'Conversations';

export const streamRoutes = [
  versionedRoute({
    method: 'POST',
    path: '/conversations/:id/suggest',
    tag,
    summary: 'Have the agent suggest an answer',
    operationId: 'suggestConversationReply',
    description: `Streams a draft of the agent’s reply to the visitor’s latest message. Nothing is sent or stored, and of its tools, the agent uses only those that search its knowledge. The stream ends with suggestion:completed.`,
    scopes: ['conversations:write'],
    params: { id: 'conversation' },
    events: suggestionEvents,
    handle: async ({ platform, caller: { workspaceId }, params: { id }, headers }) => {
      requireEventStream(headers);
      const { thread_id: threadId } = await getConversation(platform, workspaceId, id);
      return EventStream.of((signal) => suggest(platform, { workspaceId, threadId }, signal));
    },
  }),
  versionedRoute({
    method: 'GET',
    path: '/conversations/events',
    tag,
    summary: 'Follow the workspace’s conversations',
    operationId: 'followConversations',
    description: `Server-Sent Events for every change of a conversation, every message and every note, from now on or, with Last-Event-ID, after that event. Events are kept for a day. Typing events have no id and are not sent again.`,
    scopes: ['conversations:read'],
    events: conversationEvents,
    handle: async ({ platform, caller: { workspaceId }, headers }) => {
      requireEventStream(headers);
      const after = readLastEventId(headers);
      return new EventStream(async (send, signal) =>
        followConversations(platform, { workspaceId, after }, signal, send),
      );
    },
  }),
  versionedRoute({
    method: 'POST',
    path: '/conversations/:id/typing',
    tag,
    summary: 'Show that you are typing',
    operationId: 'typeInConversation',
    description: 'For a few seconds, the visitor and the team see that you are typing.',
    scopes: ['conversations:write'],
    params: { id: 'conversation' },
    status: 204,
    handle: async ({ platform, caller, params: { id } }) => {
      await showTyping(platform, caller.workspaceId, id, actorOf(caller));
      return noContent();
    },
  }),
];
