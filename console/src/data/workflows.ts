import type { ExecutionStarted } from '@portico/shared-types/api/executions';
import type { Workflow, WorkflowCreate, WorkflowSummary } from '@portico/shared-types/api/workflows';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { useApi } from '../api/api-context.ts';
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
