import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../api/api.ts';

/** Pages of 100 that are read of a list. */
const maxPages = 20;
/** Maximum number of items that `allOf` reads. */
export const maxItems = maxPages * 100;

/** Reads a list as a whole, so that names are found in it while somebody types. */
async function readAll<Item>(api: Api, endpoint: string, signal: AbortSignal): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let page = 1, pages = 1; page <= Math.min(pages, maxPages); page += 1) {
    const { data, pagination } = await api.page<Item>(endpoint, { page, per_page: 100 }, signal);
    items.push(...data);
    pages = pagination.total_pages;
  }
  return items;
}

/** The query for all items of a resource: `name` is its key in the cache. */
export function allOf<Item>(api: Api, name: string, endpoint: string) {
  return queryOptions({
    queryKey: [name, 'list', 'all'],
    queryFn: async ({ signal }) => readAll<Item>(api, endpoint, signal),
  });
}
