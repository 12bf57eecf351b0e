import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';

interface UsageRow {
  readonly credits: number;
  readonly replies: number;
}

/** What was used today (UTC): credits, and replies of agents. */
export function useUsageToday(enabled: boolean) {
  const api = useApi();
  const from = new Date().toISOString().slice(0, 10);
  return useQuery({
    queryKey: ['usage', from],
    queryFn: async ({ signal }) => {
      const rows = await api.get<UsageRow[]>('/api/v1/usage', { from, group_by: 'day' }, signal);
      return {
        credits: rows.reduce((sum, row) => sum + row.credits, 0),
        replies: rows.reduce((sum, row) => sum + row.replies, 0),
      };
    },
    enabled,
  });
}
