import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  type Query,
  QueryClient,
} from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';

/** Creates the cache of the server's data. */
export function createQueries(): QueryClient {
  // By default a button learns in a later task that its action is in progress. The second click of a double click can
  // be handled before that task, and would send the action again.
  notifyManager.setScheduler(queueMicrotask);
  return new Queries({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A rejected request would be rejected again.
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isTemporary,
      },
      // Without a connection, an action fails at once: it must not be sent when nobody expects it anymore. Queries wait,
      // and are sent when the connection is back.
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Also reads again what is being read for the first time: such a request may have been answered before the change, but
 * TanStack Query counts its response as up to date.
 */
class Queries extends QueryClient {
  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options: InvalidateOptions = {}) {
    const first = new Set(
      this.getQueryCache()
        .findAll(filters)
        .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching'),
    );
    await super.invalidateQueries(filters, options);
    if (first.size === 0) return;
    // Of several changes during the first request, one new request is enough.
    const isFirst = (query: Query): boolean => first.has(query);
    await this.refetchQueries({ type: 'active', predicate: isFirst }, { ...options, cancelRefetch: false });
  }
}
