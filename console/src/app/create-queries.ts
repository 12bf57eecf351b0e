import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';

/** Creates the cache of the server's data. */
export function createQueries(): QueryClient {
  // By default a button learns in a later task that its action is in progress. The second click of a double click can
  // be handled before that task, and would send the action again.
  notifyManager.setScheduler(queueMicrotask);
  const queries: Queries = new Queries({
    queryCache: new QueryCache({ onError: (error, query) => retryLater(queries, error, query) }),
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
  return queries;
}

/** A query that has failed. */
interface Failed {
  readonly queryHash: string;
  readonly state: { readonly errorUpdatedAt: number };
}

/** A longer time is not a pause of an open page, in seconds. */
const maxPause = 3_600;

/**
 * Repeats what failed with 429 or 503 at the time that the server has named, if it is still on the screen and nothing
 * else has repeated it. What can't be reached is repeated by the connection.
 */
function retryLater(queries: QueryClient, error: unknown, failed: Failed): void {
  const { queryHash } = failed;
  const { errorUpdatedAt } = failed.state;
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (seconds === undefined) return;
  const isSame = ({ queryHash: hash, state }: Query): boolean =>
    hash === queryHash && state.status === 'error' && state.errorUpdatedAt === errorUpdatedAt;
  setTimeout(
    () => void queries.refetchQueries({ type: 'active', predicate: isSame }),
    Math.min(Math.max(1, seconds), maxPause) * 1_000,
  );
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
