import type { ExecutionStarted } from '@portico/shared-types/api/executions';
import type { Workflow, WorkflowCreate, WorkflowSummary } from '@portico/shared-types/api/workflows';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { useApi } from '../api/api-context.ts';
import { ApiError } from '../api/api-error.ts';
import type { Values } from '../form/changes.ts';
import { createResource } from './resource.ts';

const path = '/api/v1/workflows';

export const workflows = createResource<
  Workflow,
  z.input<typeof WorkflowCreate>,
  Values,
  Workflow,
  // Lists leave out the definition.
  WorkflowSummary
>('workflows', path);

/** Returns a function that reads a workflow, from the cache if it is there; undefined if it can't be read. */
export function useReadWorkflow() {
  const api = useApi();
  const queries = useQueryClient();
  return async (id: string): Promise<Workflow | undefined> => {
    try {
      return await queries.ensureQueryData({
        queryKey: [workflows.key, id],
        queryFn: async ({ signal }) => api.get<Workflow>(`${path}/${encodeURIComponent(id)}`, undefined, signal),
      });
    } catch (error) {
      if (error instanceof ApiError && !error.isTemporary) return undefined;
      throw error;
    }
  };
}

/** Starts an execution of the saved workflow. */
export function useExecute(id: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (inputs: unknown) =>
      api.send<ExecutionStarted>('POST', `${path}/${encodeURIComponent(id)}/execute`, { once: true, body: { inputs } }),
    onSuccess: async () => queries.invalidateQueries({ queryKey: ['executions', 'list'] }),
  });
}
