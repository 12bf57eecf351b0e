import type {
  Deliverable,
  Persona,
  PersonaApproval,
  PersonaApprovalDecision,
  PersonaCreate,
  PersonaInstance,
  PersonaInstanceCreate,
  PersonaInstanceResume,
  PersonaInstanceStatus,
} from '@portico/shared-types/api/personas';
import { keepPreviousData, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'preact/hooks';
import type { z } from 'zod';
import type { Query } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import type { Values } from '../form/changes.ts';
import { followStream } from './follow-stream.ts';
import { putInCache } from './put-in-cache.ts';
import { readAfterFailure } from './read-after-failure.ts';
import { createResource } from './resource.ts';

const personasPath = '/api/personas';
const tasksPath = `${personasPath}/instances`;
const pathOf = (taskId: string) => `${tasksPath}/${encodeURIComponent(taskId)}`;

export const personas = createResource<Persona, z.input<typeof PersonaCreate>, Values>('personas', personasPath);

/** A task and its files, which are below it. */
const taskKey = (id: string) => ['persona-tasks', id] as const;

/** Milliseconds between two polls of a list with a task that is at work, or of one that only waits. */
const busyPollMs = 4_000;
const waitingPollMs = 15_000;
/** Cost and the result so far of a step have no events. */
const workingPollMs = 4_000;
/** A stream that is replayed sends many events at once; the task is read at most at this interval, in milliseconds. */
const readMs = 300;
const lastEvent = /^persona:(?:completed|failed|cancelled)$/;

/** True once nothing more happens to a task. */
export function isEnded(status: PersonaInstanceStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** A page of the tasks of all personas, newest first. */
export function useTasks(query: Query) {
  const api = useApi();
  return useQuery({
    queryKey: ['persona-tasks', 'list', query],
    queryFn: async ({ signal }) => api.page<PersonaInstance>(tasksPath, query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'pending' || status === 'running') === true
        ? busyPollMs
        : waitingPollMs,
  });
}

export function useTask(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: taskKey(id),
    queryFn: async ({ signal }) => api.get<PersonaInstance>(pathOf(id), undefined, signal),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? workingPollMs : false),
  });
}

/** The files of a task: the newest version of each, or every version. */
export function useDeliverables(taskId: string, versions: 'latest' | 'all', enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: [...taskKey(taskId), 'deliverables', versions],
    queryFn: async ({ signal }) =>
      (await api.page<Deliverable>(`${pathOf(taskId)}/deliverables`, { versions, per_page: 100 }, signal)).data,
    enabled,
  });
}

/** Keeps a task that has not ended up to date. Returns false while its stream is interrupted. */
export function useLiveTask(id: string, isFollowed: boolean): boolean {
  const api = useApi();
  const queries = useQueryClient();
  const [isConnected, setConnected] = useState(true);
  useEffect(() => {
    if (!isFollowed) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasEnded = false;
    const stop = followStream(api, `${pathOf(id)}/events`, {
      onState: (state) => setConnected(state === 'online'),
      onEvent: ({ event }) => {
        timer ??= setTimeout(() => {
          timer = undefined;
          void refreshTask(queries, id);
        }, readMs);
        if (!lastEvent.test(event)) return;
        hasEnded = true;
        stop();
      },
    });
    return () => {
      // The last event ends this, and its change has to be read all the same. If the end was read before the event
      // arrived, the files that were read with it may be older.
      const now = queries.getQueryData<PersonaInstance>(taskKey(id));
      const isReadBefore = !hasEnded && now !== undefined && isEnded(now.status);
      if (timer !== undefined || isReadBefore) void refreshTask(queries, id);
      clearTimeout(timer);
      stop();
      setConnected(true);
    };
  }, [api, queries, id, isFollowed]);
  return isConnected;
}

export function useStartTask(personaId: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: z.input<typeof PersonaInstanceCreate>) =>
      api.send<PersonaInstance>('POST', `${personasPath}/${encodeURIComponent(personaId)}/instances`, {
        once: true,
        body,
      }),
    onSuccess: async (task) => keepTask(queries, task),
  });
}

export function useCancelTask(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => api.send<PersonaInstance>('POST', `${pathOf(id)}/cancel`),
    onSuccess: async (task) => keepTask(queries, task),
    onError: () => void refreshTask(queries, id),
  });
}

export function useResumeTask(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: z.input<typeof PersonaInstanceResume>) =>
      api.send<PersonaInstance>('POST', `${pathOf(id)}/resume`, { body }),
    onSuccess: async (task) => keepTask(queries, task),
    onError: () => void refreshTask(queries, id),
  });
}

export interface TaskDecision extends z.input<typeof PersonaApprovalDecision> {
  readonly approvalId: string;
}

/** Decides an approval. Only the first decision counts: afterwards, or if it came too late, the task is read again. */
export function useDecideTaskApproval(taskId: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ approvalId, ...body }: TaskDecision) =>
      api.send<PersonaApproval>('POST', `${pathOf(taskId)}/approvals/${encodeURIComponent(approvalId)}`, { body }),
    onSuccess: async () => refreshTask(queries, taskId),
    onError: async (error) => readAfterFailure(error, refreshTask(queries, taskId)),
  });
}

/** Revokes every link to the task that was given away. */
export function useRevokeTaskLinks(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => api.send('DELETE', `${pathOf(id)}/link`),
    onSuccess: async () => refreshTask(queries, id),
  });
}

async function keepTask(queries: QueryClient, task: PersonaInstance): Promise<void> {
  await putInCache(queries, taskKey(task.id), task);
  await refreshLists(queries);
}

/** Reads a task, its files and the lists again. */
async function refreshTask(queries: QueryClient, id: string): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: taskKey(id) }), refreshLists(queries)]);
}

async function refreshLists(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['persona-tasks', 'list'] }),
    queries.invalidateQueries({ queryKey: ['total'] }),
  ]);
}
