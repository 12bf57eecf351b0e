import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Stores what the server has just returned or reported. Requests for the same item that are in progress are dropped: they
 * may have been answered before the change.
 */
export async function putInCache(queries: QueryClient, queryKey: QueryKey, item: object | null): Promise<void> {
  await queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, item);
}
