import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';

/** How many things a list has. */
export function useTotal(endpoint: string, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['total', endpoint],
    queryFn: async ({ signal }) => (await api.page(endpoint, { per_page: 1 }, signal)).pagination.total_count,
    enabled,
  });
}
