import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  Assignee,
  Conversation,
  ConversationItem,
  ConversationPatch,
  FoundConversation,
} from '@portico/shared-types/api/conversations';
import type { RunError } from '@portico/shared-types/errors';
import { useApi } from '../api/api-context.ts';
import { ApiError } from '../api/api-error.ts';
import type { Query } from '../api/api.ts';
import { readEvents } from '../api/read-events.ts';
import type { Outcome } from './outcome.ts';
import { putInCache } from './put-in-cache.ts';
import { useReadNow } from './use-read-now.ts';

const endpoint = '/api/v1/conversations';
/** Messages and notes of one page of a transcript. */
const pageSize = 100;

export function useConversations(query: Query, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ['conversations', 'list', query],
    queryFn: async ({ signal }) => api.page<FoundConversation>(endpoint, query, signal),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useConversation(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['conversations', id],
    queryFn: async ({ signal }) => api.get<Conversation>(`${endpoint}/${id}`, undefined, signal),
  });
}

export interface Transcript {
  readonly items: readonly ConversationItem[];
  /** The page of the oldest item; pages are counted from the beginning of the conversation. */
  readonly from: number;
}

/**
 * The messages and notes from a page on, oldest first. Without `from`, it begins with the newest two pages, and stays at
 * the first of them while messages are added.
 */
export function useTranscript(id: string, from?: number) {
  const api = useApi();
  const queries = useQueryClient();
  const queryKey = ['transcripts', id, from];
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Transcript> => {
      const read = async (page: number) =>
        api.page<ConversationItem>(`${endpoint}/${id}/messages`, { page, per_page: pageSize }, signal);
      const first = await read(1);
      const last = Math.max(1, first.pagination.total_pages);
      const kept = from ?? queries.getQueryData<Transcript>(queryKey)?.from ?? Math.max(1, last - 1);
      const wanted = Array.from({ length: last - kept + 1 }, (_, index) => kept + index);
      const found = await Promise.all(wanted.map(async (page) => (page === 1 ? first : read(page))));
      return { items: found.flatMap(({ data }) => data), from: kept };
    },
    placeholderData: keepPreviousData,
  });
}

/** The actions on a conversation; each is the last part of its path. */
export type Act = 'accept' | 'assign' | 'messages' | 'notes' | 'return' | 'close' | 'reopen' | 'read';

interface Action {
  readonly act: Act;
  readonly body?: object;
}

/** Acts on a conversation. Rejects with an ApiError; the list and the transcript are refreshed either way. */
export function useAct(id: string, { onFailed }: Partial<Outcome<unknown, Action>> = {}) {
  const api = useApi();
  const queries = useQueryClient();
  const refresh = async () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['conversations'] }),
      queries.invalidateQueries({ queryKey: ['transcripts', id] }),
    ]);
  return useMutation({
    mutationFn: async ({ act, body = {} }: Action) =>
      api.send('POST', `${endpoint}/${id}/${act}`, { once: act === 'messages' || act === 'notes', body }),
    onSuccess: refresh,
    onError: (error, sent) => {
      onFailed?.(error, sent);
      // The error is not held back until a server that is away has been asked for all of it.
      void refresh();
    },
  });
}

/** A tag that is added or removed. */
export interface TagChange {
  readonly act: 'add' | 'remove';
  readonly tag: string;
}

/**
 * Changes the tags. Changes are made one after another, each to the list as the server has it then, which somebody else may
 * have changed: the API replaces the whole list, so that two changes to the same list would lose one of them.
 */
export function useChangeTags(id: string, { onFailed }: Pick<Outcome<Conversation, TagChange>, 'onFailed'>) {
  const api = useApi();
  const queries = useQueryClient();
  const read = useReadNow<Conversation>(['conversations', id], `${endpoint}/${id}`);
  return useMutation({
    scope: { id: `tags of ${id}` },
    mutationFn: async ({ act, tag }: TagChange) => {
      const { tags } = await read();
      const changed = act === 'add' ? [...new Set([...tags, tag])] : tags.filter((other) => other !== tag);
      const body: ConversationPatch = { tags: changed };
      return api.send<Conversation>('PATCH', `${endpoint}/${id}`, { body });
    },
    onSuccess: async (conversation) => putInCache(queries, ['conversations', id], conversation),
    onError: onFailed,
  });
}

export function useAssignees(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['assignees'],
    queryFn: async ({ signal }) => api.get<Assignee[]>(`${endpoint}/assignees`, undefined, signal),
    enabled,
  });
}

/** The tags that conversations have, to choose one from. */
export function useTags() {
  const api = useApi();
  return useQuery({
    queryKey: ['conversation-tags'],
    queryFn: async ({ signal }) => api.get<readonly string[]>(`${endpoint}/tags`, undefined, signal),
  });
}

/**
 * Asks the agent for a suggestion; `onText` gets the growing text. Nothing is sent to the visitor. Rejects if the agent
 * fails or the stream breaks off, maybe after a part of the text.
 */
export function useSuggestion(id: string, onText: (text: string) => void) {
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      const response = await api.open('POST', `${endpoint}/${id}/suggest`, { body: {}, accept: 'text/event-stream' });
      let text = '';
      for await (const { event, data } of readEvents(response)) {
        const { content = '', error }: { content?: string; error?: RunError } = JSON.parse(data);
        if (event === 'suggestion:failed') {
          throw new ApiError({ status: 400, code: error?.code ?? 'unknown', message: error?.message ?? '' });
        }
        text = event === 'suggestion:completed' ? content : text + content;
        onText(text);
        if (event === 'suggestion:completed') return;
      }
    },
  });
}

/** Shows the visitor that somebody is typing; calls within a few seconds are merged. */
export function useTyping(id: string): () => void {
  const api = useApi();
  return useMutation({
    mutationFn: async () => {
      const now = Date.now();
      if (now - (lastTyped.get(id) ?? 0) < typingMs) return;
      lastTyped.set(id, now);
      await api.open('POST', `${endpoint}/${id}/typing`);
    },
  }).mutate;
}

/** Whether somebody has just typed in this tab, so that the team currently sees it. */
export function hasJustTyped(id: string): boolean {
  return Date.now() - (lastTyped.get(id) ?? 0) < 2 * typingMs;
}

const typingMs = 3_000;
const lastTyped = new Map<string, number>();
