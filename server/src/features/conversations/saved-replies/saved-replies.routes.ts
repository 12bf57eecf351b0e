import { Deleted, NamedListQuery, SavedReply, SavedReplyCreate, SavedReplyPatch } from '@portico/shared-types';
import { routesOn } from '../../../platform/http/routes-on.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  createSavedReply,
  getSavedReply,
  listSavedReplyPage,
  patchSavedReply,
  removeSavedReply,
} from './saved-replies.service.ts';

const { versionedRoute } = routesOn<Platform>();

const tag = 'Saved replies';
const params = { id: 'saved reply' };

export const savedReplyRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/saved-replies',
    tag,
    summary: 'List saved replies',
    description: 'Lists the texts that the team can insert with `/` and a shortcut, newest first.',
    scopes: ['conversations:read'],
    query: NamedListQuery,
    answer: SavedReply,
    list: true,
    handle: async ({ platform, caller, query }) => listSavedReplyPage(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/saved-replies',
    tag,
    summary: 'Create a saved reply',
    description: 'Stores a text with a shortcut, which must be unique in the workspace.',
    scopes: ['conversations:write'],
    body: SavedReplyCreate,
    answer: SavedReply,
    status: 201,
    handle: async ({ platform, caller, body }) => createSavedReply(platform, caller.workspaceId, body),
  }),
  versionedRoute({
    method: 'GET',
    path: '/saved-replies/:id',
    tag,
    summary: 'Get a saved reply',
    description: 'Returns a saved reply.',
    scopes: ['conversations:read'],
    params,
    answer: SavedReply,
    handle: async ({ platform, caller, params: { id } }) => getSavedReply(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'PATCH',
    path: '/saved-replies/:id',
    tag,
    summary: 'Change a saved reply',
    description: 'A JSON Merge Patch: only the given fields change.',
    scopes: ['conversations:write'],
    params,
    body: SavedReplyPatch,
    answer: SavedReply,
    handle: async ({ platform, caller, params: { id }, body }) =>
      patchSavedReply(platform, caller.workspaceId, id, body),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/saved-replies/:id',
    tag,
    summary: 'Delete a saved reply',
    description: 'Messages that were sent with it do not change.',
    scopes: ['conversations:write'],
    params,
    answer: Deleted,
    handle: async ({ platform, caller, params: { id } }) => removeSavedReply(platform, caller.workspaceId, id),
  }),
];
