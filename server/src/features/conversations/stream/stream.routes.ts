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
    description: `Streams what the agent would say to the visitor's newest message, for you to send or not: nothing is
stored, and of its tools only those are used that search its knowledge. The stream ends with suggestion:completed.`,
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
    description: `Server-Sent Events: every change of a conversation, every message and note, from now on, or with
Last-Event-ID from behind that event, for a day. Who types has no id and is never sent again.`,
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
    summary: 'Show that you type',
    operationId: 'typeInConversation',
    description: 'The visitor and the team see for a few seconds that you type.',
    scopes: ['conversations:write'],
    params: { id: 'conversation' },
    status: 204,
    handle: async ({ platform, caller, params: { id } }) => {
      await showTyping(platform, caller.workspaceId, id, actorOf(caller));
      return noContent();
    },
  }),
];
