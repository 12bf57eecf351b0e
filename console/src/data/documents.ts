import type {
  DocumentChunk,
  JsonDocumentCreate,
  KnowledgeDocument,
  QueryAnswer,
} from '@portico/shared-types/api/knowledge-bases';
import { keepPreviousData, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Query } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import { deleteItem } from './delete-item.ts';
import { knowledgeBases } from './knowledge-bases.ts';
import type { Outcome } from './outcome.ts';

const pathOf = (baseId: string) => `/api/v1/knowledge-bases/${baseId}/documents`;

/** Milliseconds between two polls while a document is being read. */
const pollMs = 1_500;

export function useDocuments(baseId: string, query: Query) {
  const api = useApi();
  return useQuery({
    queryKey: ['documents', baseId, query],
    queryFn: async ({ signal }) => api.page<KnowledgeDocument>(pathOf(baseId), query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isBusy) === true ? pollMs : false),
  });
}

export function useDocument(baseId: string, id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['documents', baseId, 'one', id],
    queryFn: async ({ signal }) => api.get<KnowledgeDocument>(`${pathOf(baseId)}/${id}`, undefined, signal),
    refetchInterval: ({ state }) => (state.data !== undefined && isBusy(state.data) ? pollMs : false),
  });
}

/** Finds a document whose knowledge base is not known, such as that of a citation. */
export function useFindDocument() {
  const api = useApi();
  return useMutation({
    mutationFn: async (id: string) => api.get<KnowledgeDocument>(`/api/v1/documents/${id}`),
  });
}

/** The indexed chunks of a document, in order. */
export function useChunks(baseId: string, id: string, page: number, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['documents', baseId, 'chunks', id, page],
    queryFn: async ({ signal }) => api.page<DocumentChunk>(`${pathOf(baseId)}/${id}/chunks`, { page }, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Fetches a document's address again. */
export function useRefreshDocument(baseId: string, { onFailed }: Pick<Outcome<unknown, string>, 'onFailed'>) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => api.send<KnowledgeDocument>('POST', `${pathOf(baseId)}/${id}/refresh`),
    onSuccess: async () => refresh(queries, baseId),
    onError: onFailed,
  });
}

function isBusy({ status }: KnowledgeDocument): boolean {
  return status === 'queued' || status === 'processing';
}

/** Adds a text or an address. */
export function useAddDocument(baseId: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: JsonDocumentCreate | Record<string, unknown>) =>
      api.send<KnowledgeDocument>('POST', pathOf(baseId), { once: true, body }),
    onSuccess: async () => refresh(queries, baseId),
  });
}

export interface UploadedDocument {
  readonly document: KnowledgeDocument;
  /** False if the base already has a document with this content. */
  readonly isNew: boolean;
}

export function useUploadDocument(baseId: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (file: File): Promise<UploadedDocument> => {
      const form = new FormData();
      form.set('file', file, file.name);
      const response = await api.open('POST', pathOf(baseId), { form });
      const { data }: { data: KnowledgeDocument } = await response.json();
      return { document: data, isNew: response.status === 201 };
    },
    onSuccess: async () => refresh(queries, baseId),
  });
}

export function useRemoveDocument(baseId: string) {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => deleteItem(api, pathOf(baseId), id),
    onSuccess: async () => refresh(queries, baseId),
  });
}

/** Searches a base as an agent would. */
export function useAsk(baseId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async (body: { query: string; top_k: number }) =>
      api.send<QueryAnswer>('POST', `/api/v1/knowledge-bases/${baseId}/query`, { body }),
  });
}

async function refresh(queries: QueryClient, baseId: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['documents', baseId] });
  await queries.invalidateQueries({ queryKey: [knowledgeBases.key] });
}
