import {
  Deleted,
  KnowledgeBase,
  KnowledgeBaseCreate,
  KnowledgeBasePatch,
  KnowledgeQuery,
  SortedListQuery,
  QueryAnswer,
  SearchAnswer,
} from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { KnowledgePlatform } from './knowledge-platform.ts';
import {
  changeKnowledgeBase,
  createKnowledgeBase,
  getKnowledgeBase,
  listKnowledgeBasePage,
} from './knowledge-bases.service.ts';
import { removeKnowledgeBase } from './remove-knowledge-base.ts';
import { queryKnowledgeBase, searchKnowledgeBases } from './query.service.ts';

const { versionedRoute } = routesOn<KnowledgePlatform>();

const tag = 'Knowledge bases';
const params = { id: 'knowledge base' };

export const knowledgeBaseRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/knowledge-bases',
    tag,
    summary: 'List knowledge bases, or find them by name',
    description: 'Lists the knowledge bases of the workspace, newest first.',
    scopes: ['knowledge-bases:read'],
    query: SortedListQuery,
    answer: KnowledgeBase,
    list: true,
    handle: async ({ platform, caller, query }) => listKnowledgeBasePage(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/knowledge-bases',
    tag,
    summary: 'Create a knowledge base',
    description: 'Creates an empty knowledge base. Its embedding model can’t be changed later.',
    scopes: ['knowledge-bases:write'],
    body: KnowledgeBaseCreate,
    answer: KnowledgeBase,
    status: 201,
    handle: async ({ platform, caller, body }) => createKnowledgeBase(platform, caller.workspaceId, body),
  }),
  versionedRoute({
    method: 'GET',
    path: '/knowledge-bases/:id',
    tag,
    summary: 'Get a knowledge base',
    description: 'Returns a knowledge base with the counts of its documents and chunks.',
    scopes: ['knowledge-bases:read'],
    params,
    answer: KnowledgeBase,
    handle: async ({ platform, caller, params: { id } }) => getKnowledgeBase(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'PATCH',
    path: '/knowledge-bases/:id',
    tag,
    summary: 'Change a knowledge base',
    description: 'A JSON Merge Patch: only the given fields change.',
    scopes: ['knowledge-bases:write'],
    params,
    body: KnowledgeBasePatch,
    answer: KnowledgeBase,
    handle: async ({ platform, caller, params: { id }, body }) =>
      changeKnowledgeBase(platform, caller.workspaceId, id, body),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/knowledge-bases/:id',
    tag,
    summary: 'Delete a knowledge base with its documents',
    description: 'Deletes everything in it. Refused while an agent, a workflow or a persona uses it.',
    scopes: ['knowledge-bases:write'],
    params,
    answer: Deleted,
    errors: ['validation_error'],
    handle: async ({ platform, caller, params: { id } }) => removeKnowledgeBase(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'POST',
    path: '/knowledge-bases/:id/query',
    tag,
    summary: 'Ask a knowledge base',
    description: 'Returns the chunks that match the question best.',
    scopes: ['knowledge-bases:read', 'knowledge-bases:query'],
    params,
    body: KnowledgeQuery,
    answer: QueryAnswer,
    errors: ['execution_failed', 'service_unavailable'],
    handle: async ({ platform, caller, params: { id }, body, signal }) => ({
      results: await queryKnowledgeBase(platform, caller.workspaceId, id, body, signal),
      query: body.query,
      top_k: body.top_k,
    }),
  }),
  versionedRoute({
    method: 'POST',
    path: '/knowledge-bases/search',
    tag,
    summary: 'Ask all knowledge bases of the workspace',
    description: 'Returns the chunks from all knowledge bases that match the question best.',
    operationId: 'searchKnowledgeBases',
    scopes: ['knowledge-bases:read', 'knowledge-bases:query'],
    body: KnowledgeQuery,
    answer: SearchAnswer,
    errors: ['execution_failed', 'service_unavailable'],
    handle: async ({ platform, caller, body, signal }) => ({
      results: (await searchKnowledgeBases(platform, caller.workspaceId, undefined, body, signal)).map(
        ({ ordinal: _, ...result }) => result,
      ),
      query: body.query,
      top_k: body.top_k,
    }),
  }),
];
