import type {
  ApprovalDecided,
  ApprovalDecision,
  Execution,
  ExecutionCancelled,
  ExecutionRetried,
  ExecutionStatus,
  NodeRun,
} from '@portico/shared-types/api/executions';
import type { WorkflowVersion } from '@portico/shared-types/api/versions';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import type { Page, Query } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import type { Outcome } from './outcome.ts';
import { readAfterFailure } from './read-after-failure.ts';
import { useCan } from './session.ts';

const path = '/api/v1/executions';
const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;

/** Everything about one execution; its node runs are below it. The live view changes both in the cache. */
export const executionKey = (id: string) => ['executions', id] as const;
export const nodeRunsKey = (id: string) => [...executionKey(id), 'nodes'] as const;

/** The path of the stream of an execution's events. */
export const executionEventsPath = (id: string): string => `${pathOf(id)}/events`;

/** Milliseconds between two polls of a list with an execution that is at work, or that only waits. */
const busyPollMs = 3_000;
const waitingPollMs = 15_000;
/** Maximum number that the API lists at once. */
const runsPageSize = 100;

/** True until the execution has ended. */
export function isActive(status: ExecutionStatus): boolean {
  return status === 'pending' || status === 'running' || status === 'waiting';
}

/** A page of executions, newest first, which is refreshed while one of them has not ended. */
export function useExecutions(query: Query, options: { enabled?: boolean } = {}) {
  const api = useApi();
  return useQuery({
    queryKey: ['executions', 'list', query],
    queryFn: async ({ signal }) => api.page<Execution>(path, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      const statuses = new Set(state.data?.data.map(({ status }) => status));
      if (statuses.has('pending') || statuses.has('running')) return busyPollMs;
      return waitingPollMs;
    },
    ...options,
  });
}

export function useExecution(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: executionKey(id),
    queryFn: async ({ signal }) => api.get<Execution>(pathOf(id), undefined, signal),
    enabled: id !== '',
  });
}

/**
 * The ids of a workflow's newest executions that wait for a decision or a time, as far as the member may see them; while
 * `isNeeded`, because the list is polled.
 */
export function useWaitingExecutions(workflowId: string | null, isNeeded: boolean): ReadonlySet<string> {
  const canRead = useCan('executions:read');
  const query = { workflow_id: workflowId ?? '', status: 'waiting', per_page: runsPageSize };
  const { data } = useExecutions(query, { enabled: canRead && workflowId !== null && isNeeded });
  return new Set(data?.data.map(({ id }) => id));
}

export type NodeRunPages = InfiniteData<Page<NodeRun>, number>;

/** The loaded runs, oldest first, the number of loaded pages, and the number of all runs. */
const toRuns = ({ pages }: NodeRunPages) => ({
  runs: pages.flatMap(({ data }) => data),
  pages: pages.length,
  total: pages.at(-1)?.pagination.total_count ?? 0,
});

/** Every attempt of every node, in the order in which they started, a page at a time. */
export function useNodeRuns(id: string) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: nodeRunsKey(id),
    queryFn: async ({ signal, pageParam }) =>
      api.page<NodeRun>(`${pathOf(id)}/nodes`, { page: pageParam, per_page: runsPageSize }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.has_next ? pagination.page + 1 : undefined),
    select: toRuns,
    enabled: id !== '',
  });
}

/** The runs that started last: what failed or waits is among them, however many ran before it. */
export function useLastNodeRuns(id: string, total: number, enabled: boolean) {
  const api = useApi();
  const page = Math.max(1, Math.ceil(total / runsPageSize));
  return useQuery({
    queryKey: [...nodeRunsKey(id), 'last', page],
    queryFn: async ({ signal }) =>
      (await api.page<NodeRun>(`${pathOf(id)}/nodes`, { page, per_page: runsPageSize }, signal)).data,
    enabled,
  });
}

/** Two, unless others save meanwhile. */
const maxVersionRequests = 5;

/** A saved version of a workflow; versions are listed newest first, without gaps. */
export function useWorkflowVersion(workflowId: string, version: number, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['workflows', workflowId, 'version', version],
    queryFn: async ({ signal }) => {
      const read = async (page: number) => {
        const query = { page, per_page: 1 };
        const { data } = await api.page<WorkflowVersion>(`/api/v1/workflows/${workflowId}/versions`, query, signal);
        return data[0];
      };
      let page = 1;
      for (let request = 0; request < maxVersionRequests; request += 1) {
        const found = await read(page);
        if (found === undefined || found.version === version) return found ?? null;
        // Versions that were saved since the last request come before it.
        page += found.version - version;
      }
      return null;
    },
    // A version never changes.
    staleTime: 'static',
    enabled,
  });
}

export function useCancelExecution(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => api.send<ExecutionCancelled>('POST', `${pathOf(id)}/cancel`),
    onSuccess: async () => refreshExecution(queries, id),
    onError: () => void refreshExecution(queries, id),
  });
}

/** Starts a new execution that keeps what had completed in the failed one. */
export function useRetryExecution(id: string, { onDone, onFailed }: Outcome<ExecutionRetried>) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => api.send<ExecutionRetried>('POST', `${pathOf(id)}/retry`, { once: true }),
    onSuccess: async (retried) => {
      onDone(retried, undefined);
      await queries.invalidateQueries({ queryKey: ['executions', 'list'] });
    },
    onError: onFailed,
  });
}

export interface Decision extends ApprovalDecision {
  readonly nodeId: string;
}

/** Decides an approval. Only the first decision counts: afterwards, or if it came too late, everything is read again. */
export function useDecideApproval(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ nodeId, ...body }: Decision) =>
      api.send<ApprovalDecided>('POST', `${pathOf(id)}/approvals/${encodeURIComponent(nodeId)}`, { body }),
    onSuccess: async () => refreshExecution(queries, id),
    onError: async (error) => readAfterFailure(error, refreshExecution(queries, id)),
  });
}

/** Reads an execution, its node runs and the lists again. */
export async function refreshExecution(queries: QueryClient, id: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: executionKey(id) }),
    queries.invalidateQueries({ queryKey: ['executions', 'list'] }),
  ]);
}
