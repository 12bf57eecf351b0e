import type {
  FormInterface,
  FormInterfaceCreate,
  FormSubmissionRecord,
  MappingPreview,
  MappingPreviewRequest,
} from '@portico/shared-types/api/form-interfaces';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Query } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import type { Values } from '../form/changes.ts';
import { asListed } from './as-listed.ts';
import { deleteItem } from './delete-item.ts';
import type { Outcome } from './outcome.ts';
import { createResource } from './resource.ts';

const path = '/api/v1/form-interfaces';

export const forms = createResource<FormInterface, z.input<typeof FormInterfaceCreate>, Values>(
  'form-interfaces',
  path,
);

/** Milliseconds between two polls while a submission is in progress. */
const pollMs = 2_000;

export function useSubmissions(formId: string, query: Query, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['submissions', formId, query],
    queryFn: async ({ signal }) => api.page<FormSubmissionRecord>(`${path}/${formId}/submissions`, query, signal),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval: ({ state }) => (state.data?.data.some(isInProgress) === true ? pollMs : false),
  });
}

/** One submission of a form; `listed` is the submission in a list that is loaded. */
export function useSubmission(formId: string, id: string, listed: FormSubmissionRecord | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['submissions', formId, 'one', id],
    queryFn: async ({ signal }) =>
      api.get<FormSubmissionRecord>(`${path}/${formId}/submissions/${encodeURIComponent(id)}`, undefined, signal),
    refetchInterval: ({ state }) => (state.data !== undefined && isInProgress(state.data) ? pollMs : false),
    ...asListed(listed),
  });
}

function isInProgress({ execution_status: status }: FormSubmissionRecord): boolean {
  return status !== 'completed' && status !== 'failed';
}

/** Runs a submission again, as a new one. */
export function useRerun(formId: string, { onDone, onFailed }: Outcome<FormSubmissionRecord, string>) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      api.send<FormSubmissionRecord>('POST', `${path}/${formId}/submissions/${id}/rerun`, { once: true }),
    onSuccess: async (submission, id) => {
      onDone(submission, id);
      await queries.invalidateQueries({ queryKey: ['submissions', formId] });
    },
    onError: onFailed,
  });
}

/** Deletes a submission with its files and its execution. */
export function useRemoveSubmission(formId: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => deleteItem(api, `${path}/${formId}/submissions`, id),
    onSuccess: async (_, id) => {
      queries.removeQueries({ queryKey: ['submissions', formId, 'one', id] });
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['submissions', formId] }),
        queries.invalidateQueries({ queryKey: ['form-interfaces'] }),
      ]);
    },
  });
}

/** The workflow's inputs for an example. */
export function useMappingPreview(formId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async (body: z.input<typeof MappingPreviewRequest>) =>
      api.send<MappingPreview>('POST', `${path}/${formId}/mapping-preview`, { body }),
  });
}
