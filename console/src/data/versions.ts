import type { Agent } from '@portico/shared-types/api/agents';
import type { AgentVersion } from '@portico/shared-types/api/versions';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Query } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import { agents } from './agents.ts';

const pathOf = (agentId: string) => `/api/v1/agents/${agentId}/versions`;

/** The saved versions of an agent, newest first. */
export function useVersions(agentId: string, query: Query) {
  const api = useApi();
  return useQuery({
    queryKey: [agents.key, agentId, 'versions', query],
    queryFn: async ({ signal }) => api.page<AgentVersion>(pathOf(agentId), query, signal),
    placeholderData: keepPreviousData,
  });
}

/** Saves an earlier version again, as the newest one. */
export function useRestore(agentId: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (version: number) => api.send<Agent>('POST', `${pathOf(agentId)}/${version}/restore`),
    onSuccess: async () => queries.invalidateQueries({ queryKey: [agents.key] }),
  });
}
