import {
  ChatInterface,
  ChatInterfaceCreate,
  ChatInterfacePatch,
  ChatSessionRecord,
  Deleted,
  InterfaceChecks,
  InterfacePreview,
  IssuedChatInterface,
  SortedListQuery,
  PageQuery,
} from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { ChatPlatform } from './chat-platform.ts';
import {
  createChatInterface,
  getChatInterface,
  pageChatInterfaces,
  patchChatInterface,
  previewChatInterface,
  removeChatInterface,
  rotateIdentitySecret,
} from './interface/chat-interfaces.service.ts';
import { checkInterface } from './going-live/check-interface.ts';
import { pageSessions } from './sessions/page-sessions.ts';

const { versionedRoute } = routesOn<ChatPlatform>();

const tag = 'Chat interfaces';
const params = { id: 'chat interface' };

export const chatInterfaceRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/chat-interfaces',
    tag,
    summary: 'List chat interfaces, or find them by name',
    description: 'Lists the chat interfaces of the workspace, newest first.',
    scopes: ['interfaces:read'],
    query: SortedListQuery,
    answer: ChatInterface,
    list: true,
    handle: async ({ platform, caller, query }) => pageChatInterfaces(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/chat-interfaces',
    tag,
    summary: 'Create a chat interface',
    description: 'Only this response contains the identity secret.',
    scopes: ['interfaces:write'],
    body: ChatInterfaceCreate,
    answer: IssuedChatInterface,
    status: 201,
    handle: async ({ platform, caller, body }) => createChatInterface(platform, caller.workspaceId, body),
  }),
  versionedRoute({
    method: 'GET',
    path: '/chat-interfaces/:id',
    tag,
    summary: 'Get a chat interface',
    description: 'Returns a chat interface with all its settings.',
    scopes: ['interfaces:read'],
    params,
    answer: ChatInterface,
    handle: async ({ platform, caller, params: { id } }) => getChatInterface(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'PATCH',
    path: '/chat-interfaces/:id',
    tag,
    summary: 'Change a chat interface',
    description: 'A JSON Merge Patch: only the given fields change, and null resets a field to its default.',
    scopes: ['interfaces:write'],
    params,
    body: ChatInterfacePatch,
    answer: ChatInterface,
    handle: async ({ platform, caller, params: { id }, body }) =>
      patchChatInterface(platform, caller.workspaceId, id, body),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/chat-interfaces/:id',
    tag,
    summary: 'Delete a chat interface',
    description: 'Its conversations stay with the agent. Visits that led to none are deleted with their files.',
    scopes: ['interfaces:write'],
    params,
    answer: Deleted,
    handle: async ({ platform, caller, params: { id } }) => removeChatInterface(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'POST',
    path: '/chat-interfaces/:id/rotate-identity-secret',
    tag,
    summary: 'Give a chat interface a new identity secret',
    description: 'Returns the new secret, once. Identities that are signed with the old one are refused from now on.',
    scopes: ['interfaces:write'],
    params,
    answer: IssuedChatInterface,
    handle: async ({ platform, caller, params: { id } }) => rotateIdentitySecret(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'GET',
    path: '/chat-interfaces/:id/sessions',
    tag,
    summary: 'List a chat interface’s sessions',
    description:
      'Lists the sessions of visitors, newest first, with the data that `tracking` stores about each visitor.',
    scopes: ['interfaces:read'],
    params,
    query: PageQuery,
    answer: ChatSessionRecord,
    list: true,
    handle: async ({ platform, caller, params: { id }, query }) =>
      pageSessions(platform, caller.workspaceId, id, query),
  }),
  versionedRoute({
    method: 'GET',
    path: '/chat-interfaces/:id/checks',
    tag,
    summary: 'Check whether a chat interface is ready',
    description:
      'Returns the checks that must pass before visitors get answers, each with what to do if it fails: status, agent, knowledge, daily limits, origins, the DNS of custom domains, and the sites where the widget was seen.',
    operationId: 'checkChatInterface',
    scopes: ['interfaces:read'],
    params,
    answer: InterfaceChecks,
    handle: async ({ platform, caller, params: { id } }) => checkInterface(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'POST',
    path: '/chat-interfaces/:id/preview',
    tag,
    summary: 'Preview a draft of a chat interface',
    description:
      'Accepts the same body as a PATCH, saves nothing, and returns a token for 15 minutes. The page at `url` and a loader with `data-preview` show the draft. Its conversations are marked and left out of statistics, but they count towards usage and limits.',
    operationId: 'previewChatInterface',
    scopes: ['interfaces:write'],
    params,
    body: ChatInterfacePatch,
    answer: InterfacePreview,
    status: 201,
    handle: async ({ platform, caller, params: { id }, body }) =>
      previewChatInterface(platform, caller.workspaceId, id, body),
  }),
];
