import type { AgentVersion, WorkflowVersion } from '@portico/shared-types/api/versions';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Query } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import type { Values } from '../form/changes.ts';
import { agents } from './agents.ts';
import { workflows } from './workflows.ts';

/** A kind of item whose saved versions can be listed and restored. */
export interface VersionedResource<Version> {
  readonly key: string;
  readonly endpoint: string;
  /** The item as it was saved. */
  savedIn(version: Version): Values;
}

export const agentVersions: VersionedResource<AgentVersion> = {
  key: agents.key,
  endpoint: '/api/v1/agents',
  savedIn: ({ agent }) => ({ ...agent }),
};

export const workflowVersions: VersionedResource<WorkflowVersion> = {
  key: workflows.key,
  endpoint: '/api/v1/workflows',
  savedIn: ({ workflow }) => ({ ...workflow }),
};

function pathOf({ endpoint }: VersionedResource<never>, id: string): string {
  return `${endpoint}/${encodeURIComponent(id)}/versions`;
}

/** A page of an item's versions, newest first; `saved` is the item as it was saved. */
export function useVersions<Version>(resource: VersionedResource<Version>, id: string, query: Query) {
  const api = useApi();
  return useQuery({
    queryKey: [resource.key, id, 'versions', query],
    queryFn: async ({ signal }) => {
      const page = await api.page<Version>(pathOf(resource, id), query, signal);
      return { ...page, data: page.data.map((version) => ({ ...version, saved: resource.savedIn(version) })) };
    },
    placeholderData: keepPreviousData,
  });
}

/** Saves an earlier version again, as the newest one. */
export function useRestoreVersion(resource: VersionedResource<never>, id: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (version: number) => api.send('POST', `${pathOf(resource, id)}/${version}/restore`),
    onSuccess: async () => queries.invalidateQueries({ queryKey: [resource.key] }),
  });
}
