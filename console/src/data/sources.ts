import type { Source, SourceChange, SourceCreate, SourcePage, SourceRun } from '@portico/shared-types/api/sources';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod';
import type { Page, Query } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import type { Values } from '../form/changes.ts';
import { deleteItem } from './delete-item.ts';
import { knowledgeBases } from './knowledge-bases.ts';
import type { Outcome } from './outcome.ts';
import { putInCache } from './put-in-cache.ts';
import { useReadNow } from './use-read-now.ts';

/** The key of the failed sources of all knowledge bases. */
export const failedSourcesKey = ['failed-sources'];

const pathOf = (baseId: string) => `/api/v1/knowledge-bases/${baseId}/sources`;

/** Milliseconds between two polls while a crawl is in progress. */
const pollMs = 3_000;
/** Maximum number that the API lists at once. */
const pageSize = 100;

export function useSources(baseId: string, query: Query) {
  const api = useApi();
  return useQuery({
    queryKey: ['sources', baseId, 'list', query],
    queryFn: async ({ signal }) => api.page<Source>(pathOf(baseId), query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'syncing') === true ? pollMs : false,
  });
}

export function useSource(baseId: string, id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['sources', baseId, id],
    queryFn: async ({ signal }) => api.get<Source>(`${pathOf(baseId)}/${id}`, undefined, signal),
    // Its run may have ended before it was read, so that there is no stream that reports the end.
    refetchInterval: ({ state }) => (state.data?.status === 'syncing' ? pollMs : false),
  });
}

export function useCreateSource(baseId: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: z.input<typeof SourceCreate>) =>
      api.send<Source>('POST', pathOf(baseId), { once: true, body }),
    onSuccess: async (source) => {
      await putInCache(queries, ['sources', baseId, source.id], source);
      await queries.invalidateQueries({ queryKey: ['sources', baseId, 'list'] });
    },
  });
}

export function useReadSource(baseId: string, id: string) {
  return useReadNow<Source>(['sources', baseId, id], `${pathOf(baseId)}/${id}`);
}

export function useUpdateSource(baseId: string, id: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: Values) => api.send<Source>('PATCH', `${pathOf(baseId)}/${id}`, { body }),
    onSuccess: async (source) => {
      await putInCache(queries, ['sources', baseId, id], source);
      void queries.invalidateQueries({ queryKey: ['sources', baseId, 'list'] });
    },
  });
}

export function useRemoveSource(baseId: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, keepDocuments }: { id: string; keepDocuments: boolean }) =>
      deleteItem(api, pathOf(baseId), id, { keep_documents: keepDocuments }),
    onSuccess: async (_, { id }) => {
      queries.removeQueries({ queryKey: ['sources', baseId, id] });
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['sources', baseId, 'list'] }),
        queries.invalidateQueries({ queryKey: failedSourcesKey }),
        queries.invalidateQueries({ queryKey: ['documents', baseId] }),
        queries.invalidateQueries({ queryKey: [knowledgeBases.key] }),
      ]);
    },
  });
}

/** Starts a run, or ends the one in progress. */
export function useSync(source: Source, act: 'sync' | 'cancel', { onFailed }: Pick<Outcome, 'onFailed'>) {
  const { knowledge_base_id: baseId, id } = source;
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => api.send<SourceRun>('POST', `${pathOf(baseId)}/${id}/${act}`),
    onSuccess: async () => refreshSource(queries, baseId, id),
    onError: (error) => onFailed(error, undefined),
  });
}

export interface PageFilter {
  readonly status: string;
  readonly q: string;
}

/** The pages of a source in order of their addresses, a hundred at a time. */
export function useSourcePages(baseId: string, id: string, { status, q }: PageFilter) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['source-pages', id, status, q],
    queryFn: async ({ signal, pageParam }) =>
      api.page<SourcePage>(`${pathOf(baseId)}/${id}/pages`, { status, q, page: pageParam, per_page: pageSize }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.has_next ? pagination.page + 1 : undefined),
    placeholderData: keepPreviousData,
  });
}

/** The last runs, newest first. */
export function useRuns({ knowledge_base_id: baseId, id, status }: Source) {
  const api = useApi();
  return useQuery({
    queryKey: ['source-runs', id],
    queryFn: async ({ signal }) => api.page<SourceRun>(`${pathOf(baseId)}/${id}/runs`, { per_page: 20 }, signal),
    // A run that was started elsewhere isn't among them yet.
    refetchInterval: ({ state }) =>
      status === 'syncing' && state.data?.data[0]?.status !== 'running' ? pollMs : false,
  });
}

export function useChanges(baseId: string, id: string, runId: string, query: Query) {
  const api = useApi();
  return useQuery({
    queryKey: ['source-changes', id, runId, query],
    queryFn: async ({ signal }): Promise<Page<SourceChange>> =>
      api.page(`${pathOf(baseId)}/${id}/runs/${runId}/changes`, query, signal),
    enabled: runId !== '',
    placeholderData: keepPreviousData,
  });
}

/** Refreshes all data of a source. */
export async function refreshSource(queries: QueryClient, baseId: string, id: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['sources', baseId] }),
    queries.invalidateQueries({ queryKey: failedSourcesKey }),
    queries.invalidateQueries({ queryKey: ['source-pages', id] }),
    queries.invalidateQueries({ queryKey: ['source-runs', id] }),
    queries.invalidateQueries({ queryKey: ['source-changes', id] }),
    queries.invalidateQueries({ queryKey: ['documents', baseId] }),
    queries.invalidateQueries({ queryKey: [knowledgeBases.key] }),
  ]);
}

/** The path of the stream of a run's events. */
export const runEventsPath = (baseId: string, id: string, runId: string): string =>
  `${pathOf(baseId)}/${id}/runs/${runId}/events`;
