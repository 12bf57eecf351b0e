import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Agent, AgentCreate, ToolTrial, ToolTrialRequest } from '@portico/shared-types/api/agents';
import type { ModelInfo } from '@portico/shared-types/api/models';
import type { z } from 'zod';
import { useApi } from '../api/api-context.ts';
import type { Values } from '../form/changes.ts';
import { createResource } from './resource.ts';

export const agents = createResource<Agent, z.input<typeof AgentCreate>, Values>('agents', '/api/v1/agents');

export function useModels() {
  const api = useApi();
  return useQuery({
    queryKey: ['models'],
    queryFn: async ({ signal }) => api.get<ModelInfo[]>('/api/v1/models', undefined, signal),
    staleTime: 5 * 60_000,
  });
}

/** Calls a tool once, as the agent would. */
export function useToolTrial(agentId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async (body: z.input<typeof ToolTrialRequest>) =>
      api.send<ToolTrial>('POST', `/api/v1/agents/${agentId}/tools/try`, { body }),
  });
}

/** Adds a knowledge base to those that an agent has now: somebody else may have added another one. */
export function useGiveKnowledge() {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ agentId, baseId }: { agentId: string; baseId: string }) => {
      const path = `/api/v1/agents/${agentId}`;
      const { knowledge_base_ids: ids } = await api.get<Agent>(path);
      return api.send<Agent>('PATCH', path, { body: { knowledge_base_ids: [...ids, baseId] } });
    },
    onSuccess: async () => queries.invalidateQueries({ queryKey: [agents.key] }),
  });
}
