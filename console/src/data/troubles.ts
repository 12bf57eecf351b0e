import type { Source } from '@portico/shared-types/api/sources';
import type { Trigger } from '@portico/shared-types/api/triggers';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import { useCan } from './session.ts';
import { triggers, webhooks } from './settings.ts';
import { failedSourcesKey } from './sources.ts';
import { manyPollMs } from './totals.ts';

/** Maximum number of items of each kind that are listed. */
const maxListed = 20;

export interface Troubles<Item> {
  /** The newest, up to 20. */
  readonly items: readonly Item[];
  /** How many more there are. */
  readonly others: number;
}

/** Sources of all knowledge bases whose last run failed. */
export function useFailedSources(): Troubles<Source> {
  const api = useApi();
  const { data } = useQuery({
    queryKey: failedSourcesKey,
    queryFn: async ({ signal }) =>
      api.page<Source>('/api/v1/sources', { status: 'failed', per_page: maxListed }, signal),
    enabled: useCan('knowledge-bases:read'),
    refetchInterval: manyPollMs,
  });
  const items = data?.data ?? [];
  return { items, others: (data?.pagination.total_count ?? 0) - items.length };
}

/** Triggers that are on and whose schedule could not start the workflow the last time. */
export function useSkippedTriggers(): Troubles<Trigger & { readonly last_error: object }> {
  const { data = [] } = triggers.useAll({ enabled: useCan('triggers:read'), refetchInterval: () => manyPollMs });
  const skipped = data.flatMap((trigger) =>
    trigger.enabled && trigger.last_error !== null ? [{ ...trigger, last_error: trigger.last_error }] : [],
  );
  return { items: skipped.slice(0, maxListed), others: Math.max(0, skipped.length - maxListed) };
}

export interface FailedDeliveries {
  readonly webhook: { readonly id: string; readonly name: string };
  readonly count: number;
}

/** Webhooks with deliveries whose last attempt failed since `from`; none as long as that is undefined. */
export function useFailedDeliveries(from: string | undefined): Troubles<FailedDeliveries> {
  const api = useApi();
  const query = { failed_since: from, per_page: maxListed };
  const { data: list } = webhooks.useList(query, {
    enabled: useCan('webhooks:read') && from !== undefined,
    refetchInterval: manyPollMs,
  });
  const found = list?.data ?? [];
  const items = useQueries({
    queries: found.map(({ id }) => ({
      queryKey: ['deliveries', id, 'failed', from],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.page(`/api/v1/webhooks/${id}/deliveries`, { failed_since: from, per_page: 1 }, signal)).pagination
          .total_count,
      refetchInterval: manyPollMs,
    })),
    combine: (results) =>
      results.flatMap(({ data: count = 0 }, at) => {
        const webhook = found[at];
        return webhook === undefined || count === 0
          ? []
          : [{ webhook: { id: webhook.id, name: webhook.name ?? webhook.url }, count }];
      }),
  });
  return { items, others: (list?.pagination.total_count ?? 0) - found.length };
}
