import type { PersonaInstanceStatus } from '@portico/shared-types/api/personas';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';

/** Milliseconds between two polls. */
const pollMs = 20_000;

/** The number of persona tasks with a status; undefined while it isn't known. */
export function useTaskCount(status: PersonaInstanceStatus, enabled = true): number | undefined {
  const api = useApi();
  const { data } = useQuery({
    // Among the lists of tasks, which are read again after each change.
    queryKey: ['persona-tasks', 'list', 'count', status],
    queryFn: async ({ signal }) =>
      (await api.page('/api/personas/instances', { status, per_page: 1 }, signal)).pagination.total_count,
    refetchInterval: pollMs,
    enabled,
  });
  return data;
}
