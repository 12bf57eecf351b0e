import type { Agent } from '@portico/shared-types/api/agents';
import type { AgentVersion, WorkflowVersion } from '@portico/shared-types/api/versions';
import type { Workflow } from '@portico/shared-types/api/workflows';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Query } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import { agents } from './agents.ts';
import { workflows } from './workflows.ts';

/** The hooks of an item's saved versions. */
function createVersions<Item, ItemVersion>(key: string, endpoint: string, savedOf: (version: ItemVersion) => Item) {
  const pathOf = (id: string) => `${endpoint}/${encodeURIComponent(id)}/versions`;
  return {
    /** A page of the versions, newest first; `saved` is the item as it was saved. */
    useList(id: string, query: Query) {
      const api = useApi();
      return useQuery({
        queryKey: [key, id, 'versions', query],
        queryFn: async ({ signal }) => {
          const page = await api.page<ItemVersion>(pathOf(id), query, signal);
          return { ...page, data: page.data.map((version) => ({ ...version, saved: savedOf(version) })) };
        },
        placeholderData: keepPreviousData,
      });
    },
    /** Saves an earlier version again, as the newest one. */
    useRestore(id: string) {
      const api = useApi();
      const queries = useQueryClient();
      return useMutation({
        mutationFn: async (version: number) => api.send<Item>('POST', `${pathOf(id)}/${version}/restore`),
        onSuccess: async () => queries.invalidateQueries({ queryKey: [key] }),
      });
    },
  };
}

export const agentVersions = createVersions<Agent, AgentVersion>(agents.key, '/api/v1/agents', ({ agent }) => agent);

export const workflowVersions = createVersions<Workflow, WorkflowVersion>(
  workflows.key,
  '/api/v1/workflows',
  ({ workflow }) => workflow,
);
