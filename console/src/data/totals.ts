import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';

/** Milliseconds between two polls of a number that is on the screen. */
export const figuresPollMs = 20_000;
/**
 * Milliseconds between two polls of the many other things on a screen that may stay open for a day: a member may send
 * 50,000 requests a day.
 */
export const manyPollMs = 120_000;

/** The number of items in a list; `endpoint` may contain filters. It is read again every `pollMs` milliseconds, if given. */
export function useTotal(endpoint: string, enabled = true, pollMs?: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['total', endpoint],
    queryFn: async ({ signal }) => {
      const [path = '', filters = ''] = endpoint.split('?');
      const query = { ...Object.fromEntries(new URLSearchParams(filters)), per_page: 1 };
      return (await api.page(path, query, signal)).pagination.total_count;
    },
    enabled,
    refetchInterval: pollMs ?? false,
  });
}
