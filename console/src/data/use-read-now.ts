import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import { putInCache } from './put-in-cache.ts';

/** Returns the function that reads an item as it is now, for somebody who is about to change it. */
export function useReadNow<Item extends object>(queryKey: QueryKey, path: string): () => Promise<Item> {
  const api = useApi();
  const queries = useQueryClient();
  return async () => {
    const item = await api.get<Item>(path);
    await putInCache(queries, queryKey, item);
    return item;
  };
}
