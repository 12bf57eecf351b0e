import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';

/** The number of items in a list; `endpoint` may contain filters. */
export function useTotal(endpoint: string, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['total', endpoint],
    queryFn: async ({ signal }) => {
      const [path = '', filters = ''] = endpoint.split('?');
      const query = { ...Object.fromEntries(new URLSearchParams(filters)), per_page: 1 };
      return (await api.page(path, query, signal)).pagination.total_count;
    },
    enabled,
  });
}
