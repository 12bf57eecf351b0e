import {
  Assignees,
  Conversation,
  ConversationItem,
  ConversationListQuery,
  ConversationPatch,
  PageQuery,
} from '@portico/shared-types';
import { routesOn } from '../../../platform/http/routes-on.ts';
import type { Platform } from '../../../platform/platform.ts';
import { pageItems } from '../messages/items.service.ts';
import { actorOf } from '../team/actor.ts';
import { pageAssignees } from '../team/team.service.ts';
import { getConversation, pageConversations, patchConversation, readConversation } from './conversations.service.ts';

const { versionedRoute } = routesOn<Platform>();

const tag = 'Conversations';
const params = { id: 'conversation' };

export const conversationRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/conversations',
    tag,
    summary: 'List conversations',
    description: `Lists what visitors of the chat interfaces have written in, the last changed first. \`q\` searches the words
of messages and the visitor’s name and e-mail address.`,
    scopes: ['conversations:read'],
    query: ConversationListQuery,
    answer: Conversation,
    list: true,
    handle: async ({ platform, caller, query }) =>
      pageConversations(platform, { workspaceId: caller.workspaceId, actorId: actorOf(caller).id }, query),
  }),
  versionedRoute({
    method: 'GET',
    path: '/conversations/assignees',
    tag,
    summary: 'List who can be assigned',
    description: 'Members whose role allows them to answer, and API keys, which act as members.',
    scopes: ['conversations:read'],
    answer: Assignees,
    handle: async ({ platform, caller }) => pageAssignees(platform, caller.workspaceId),
  }),
  versionedRoute({
    method: 'GET',
    path: '/conversations/:id',
    tag,
    summary: 'Get a conversation',
    description: 'Returns a conversation with its visitor and the state it is in.',
    scopes: ['conversations:read'],
    params,
    answer: Conversation,
    handle: async ({ platform, caller, params: { id } }) => getConversation(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'PATCH',
    path: '/conversations/:id',
    tag,
    summary: 'Change a conversation',
    description: 'A JSON Merge Patch of its tags and its subject. Its state changes by acts.',
    scopes: ['conversations:write'],
    params,
    body: ConversationPatch,
    answer: Conversation,
    handle: async ({ platform, caller, params: { id }, body }) =>
      patchConversation(platform, caller.workspaceId, id, body),
  }),
  versionedRoute({
    method: 'GET',
    path: '/conversations/:id/messages',
    tag,
    summary: 'List a conversation’s messages and notes, oldest first',
    description: 'A reply in progress shows its text so far. Notes are for the team alone.',
    scopes: ['conversations:read'],
    params,
    query: PageQuery,
    answer: ConversationItem,
    list: true,
    handle: async ({ platform, caller, params: { id }, query }) => pageItems(platform, caller.workspaceId, id, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/conversations/:id/read',
    tag,
    summary: 'Mark a conversation as read',
    operationId: 'readConversation',
    description: 'Nothing in it is unread any more, and nobody is notified of it.',
    scopes: ['conversations:write'],
    params,
    answer: Conversation,
    handle: async ({ platform, caller, params: { id } }) => readConversation(platform, caller.workspaceId, id),
  }),
];
