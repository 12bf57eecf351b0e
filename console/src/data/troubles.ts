import type { Source } from '@portico/shared-types/api/sources';
import { useQueries } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import { knowledgeBases } from './knowledge-bases.ts';
import { useCan } from './session.ts';
import { webhooks } from './settings.ts';

/** Number of newest bases and webhooks to check; one request each. */
const maxLooked = 20;

export interface FailedCrawl {
  readonly source: Source;
  readonly base: { readonly id: string; readonly name: string };
}

/** Sources whose last run failed. */
export function useFailedCrawls(): readonly FailedCrawl[] {
  const api = useApi();
  const bases = knowledgeBases.useList({ per_page: maxLooked }, { enabled: useCan('knowledge-bases:read') });
  return useQueries({
    queries: (bases.data?.data ?? []).map((base) => ({
      queryKey: ['sources', base.id, 'list', 'home'],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.page<Source>(`/api/v1/knowledge-bases/${base.id}/sources`, { per_page: 100 }, signal)).data,
      staleTime: 30_000,
    })),
    combine: (results) =>
      results.flatMap(({ data = [] }, at) => {
        const base = bases.data?.data[at];
        const failed = data.filter(({ status }) => status === 'failed');
        return base === undefined ? [] : failed.map((source) => ({ source, base }));
      }),
  });
}

export interface FailedDeliveries {
  readonly webhook: { readonly id: string; readonly name: string };
  readonly count: number;
}

/** Webhooks with deliveries since `from` that have no attempt left. */
export function useFailedDeliveries(from: string): readonly FailedDeliveries[] {
  const api = useApi();
  const list = webhooks.useList({ per_page: maxLooked }, { enabled: useCan('webhooks:read') });
  return useQueries({
    queries: (list.data?.data ?? []).map(({ id }) => ({
      queryKey: ['deliveries', id, 'failed', from],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.page(`/api/v1/webhooks/${id}/deliveries`, { status: 'failed', from, per_page: 1 }, signal))
          .pagination.total_count,
      staleTime: 30_000,
    })),
    combine: (results) =>
      results.flatMap(({ data: count = 0 }, at) => {
        const found = list.data?.data[at];
        return found === undefined || count === 0
          ? []
          : [{ webhook: { id: found.id, name: found.name ?? found.url }, count }];
      }),
  });
}
