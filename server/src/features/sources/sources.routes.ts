import {
  AllSourcesQuery,
  Deleted,
  Source,
  SourceCreate,
  SourceDeleteQuery,
  SourceListQuery,
  SourcePage,
  SourcePageListQuery,
  SourcePatch,
} from '@portico/shared-types';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { Platform } from '../../platform/platform.ts';
import { removeSource } from './remove-source.ts';
import {
  changeSource,
  createSource,
  getSource,
  listPagesOfSource,
  listSourcePage,
  listSourcesOfAllBases,
  requireSource,
} from './sources.service.ts';

const { versionedRoute } = routesOn<Platform>();

const tag = 'Sources';
const ofBase = { id: 'knowledge base' };
const params = { ...ofBase, source_id: 'source' };
const base = '/knowledge-bases/:id/sources';

export const sourceRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/sources',
    tag,
    summary: 'List the sources of all knowledge bases',
    description: 'Lists the sources, newest first. The query can limit them to one knowledge base and one state.',
    scopes: ['knowledge-bases:read'],
    query: AllSourcesQuery,
    answer: Source,
    list: true,
    handle: async ({ platform, caller, query }) => listSourcesOfAllBases(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'GET',
    path: base,
    tag,
    summary: 'List the sources of a knowledge base',
    description: 'Lists the websites, sitemaps and lists of addresses that fill the knowledge base, newest first.',
    scopes: ['knowledge-bases:read'],
    params: ofBase,
    query: SourceListQuery,
    answer: Source,
    list: true,
    handle: async ({ platform, caller, params: { id }, query }) =>
      listSourcePage(platform, caller.workspaceId, id, query),
  }),
  versionedRoute({
    method: 'POST',
    path: base,
    tag,
    summary: 'Add a website, a sitemap or a list of addresses',
    description:
      'Starts its first run at once. A website needs `url`; its links are followed and its sitemaps are read. A sitemap needs `url`, and a list needs `urls`.',
    scopes: ['knowledge-bases:write'],
    params: ofBase,
    body: SourceCreate,
    answer: Source,
    status: 201,
    handle: async ({ platform, caller, params: { id }, body }) => createSource(platform, caller.workspaceId, id, body),
  }),
  versionedRoute({
    method: 'GET',
    path: `${base}/:source_id`,
    tag,
    summary: 'Get a source',
    description: 'Returns a source with the counts of its pages. The values of its headers are masked.',
    scopes: ['knowledge-bases:read'],
    params,
    answer: Source,
    handle: async ({ platform, caller, params: { id, source_id: sourceId } }) =>
      getSource(platform, caller.workspaceId, id, sourceId),
  }),
  versionedRoute({
    method: 'PATCH',
    path: `${base}/:source_id`,
    tag,
    summary: 'Change a source',
    description:
      'Only the given fields change. They apply from the next run on. If a header’s value is a mask, the current value is kept.',
    scopes: ['knowledge-bases:write'],
    params,
    body: SourcePatch,
    answer: Source,
    handle: async ({ platform, caller, params: { id, source_id: sourceId }, body }) =>
      changeSource(platform, caller.workspaceId, id, sourceId, body),
  }),
  versionedRoute({
    method: 'DELETE',
    path: `${base}/:source_id`,
    tag,
    summary: 'Delete a source with its pages and documents',
    description: 'Also ends a run in progress. `keep_documents=true` keeps the documents, which then have no source.',
    scopes: ['knowledge-bases:write'],
    params,
    query: SourceDeleteQuery,
    answer: Deleted,
    handle: async ({ platform, caller, params: { id, source_id: sourceId }, query }) =>
      removeSource(platform, {
        workspace_id: caller.workspaceId,
        knowledge_base_id: id,
        source_id: sourceId,
        keep_documents: query.keep_documents === 'true',
      }),
  }),
  versionedRoute({
    method: 'GET',
    path: `${base}/:source_id/pages`,
    tag,
    summary: 'List the pages of a source',
    description: 'Lists the pages by address, each with its state and the reason for it.',
    operationId: 'listSourcePages',
    scopes: ['knowledge-bases:read'],
    params,
    query: SourcePageListQuery,
    answer: SourcePage,
    list: true,
    handle: async ({ platform, caller, params: { id, source_id: sourceId }, query }) => {
      await requireSource(platform, caller.workspaceId, id, sourceId);
      return listPagesOfSource(platform, sourceId, query);
    },
  }),
];
