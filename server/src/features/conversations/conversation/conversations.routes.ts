import {
  Assignees,
  Conversation,
  ConversationExportQuery,
  ConversationItem,
  ConversationListQuery,
  ConversationPatch,
  ConversationTags,
  FoundConversation,
  PageQuery,
} from '@portico/shared-types';
import { tableFormats } from '../../../platform/http/download-table.ts';
import { routesOn } from '../../../platform/http/routes-on.ts';
import type { Platform } from '../../../platform/platform.ts';
import { pageItems } from '../messages/items.service.ts';
import { actorOf } from '../team/actor.ts';
import { pageAssignees } from '../team/team.service.ts';
import { exportConversations } from './export-conversations.ts';
import {
  getConversation,
  listConversationTags,
  pageConversations,
  patchConversation,
  readConversation,
} from './conversations.service.ts';

const { versionedRoute } = routesOn<Platform>();

const tag = 'Conversations';
const params = { id: 'conversation' };

export const conversationRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/conversations',
    tag,
    summary: 'List conversations',
    description: `Lists the conversations of the chat interfaces in which visitors have written, the most recently changed first. \`q\` searches the words of messages and the visitor’s name and e-mail address; \`extract\` is the part of a message that was found.`,
    scopes: ['conversations:read'],
    query: ConversationListQuery,
    answer: FoundConversation,
    list: true,
    handle: async ({ platform, caller, query }) =>
      pageConversations(platform, { workspaceId: caller.workspaceId, actorId: actorOf(caller).id }, query),
  }),
  versionedRoute({
    method: 'GET',
    path: '/conversations/export',
    tag,
    summary: 'Download conversations',
    description: `Streams every conversation that matches the query, newest first, ${tableFormats}. With \`q\`, it contains the conversations that the list would find.`,
    operationId: 'exportConversations',
    scopes: ['conversations:read'],
    query: ConversationExportQuery,
    bare: {
      'text/csv': { example: 'id,created_at,updated_at,…\r\ncnv_01…,2026-11-02T09:30:00.000Z,…\r\n' },
      'application/x-ndjson': { example: '{"id":"cnv_01…","status":"closed","tags":["delivery"]}\n' },
    },
    errors: ['validation_error'],
    handle: async ({ platform, caller, query }) =>
      exportConversations(platform, { workspaceId: caller.workspaceId, actorId: actorOf(caller).id }, query),
  }),
  versionedRoute({
    method: 'GET',
    path: '/conversations/assignees',
    tag,
    summary: 'List who can be assigned',
    description: 'Lists the members whose role allows them to answer, and the API keys that act as members.',
    scopes: ['conversations:read'],
    answer: Assignees,
    handle: async ({ platform, caller }) => pageAssignees(platform, caller.workspaceId),
  }),
  versionedRoute({
    method: 'GET',
    path: '/conversations/tags',
    tag,
    summary: 'List the tags of conversations',
    description: 'Lists the tags that conversations have, by name, up to 1,000.',
    operationId: 'listConversationTags',
    scopes: ['conversations:read'],
    answer: ConversationTags,
    handle: async ({ platform, caller }) => listConversationTags(platform, caller.workspaceId),
  }),
  versionedRoute({
    method: 'GET',
    path: '/conversations/:id',
    tag,
    summary: 'Get a conversation',
    description: 'Returns a conversation with its visitor and its state.',
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
    description: 'A JSON Merge Patch of its tags and its subject. Other operations change its state.',
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
    description: 'A reply in progress shows its text so far. Only the team sees notes.',
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
    description: 'Marks all of its messages as read. The team is then not notified about them.',
    scopes: ['conversations:write'],
    params,
    answer: Conversation,
    handle: async ({ platform, caller, params: { id } }) => readConversation(platform, caller.workspaceId, id),
  }),
];
