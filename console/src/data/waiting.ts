import type { Conversation } from '@portico/shared-types/api/conversations';
import { useQuery } from '@tanstack/react-query';
import type { Page, Query } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import { useCan } from './session.ts';

/** Milliseconds between two polls, also while the tab is in the background, where a notification is needed. */
const pollMs = 10_000;

/**
 * The visitors who wait for a person, or have waited without an answer and whom nobody has read since, most recently changed
 * first, on every screen.
 */
export function useWaiting() {
  return usePolled('waiting', { waiting: true, per_page: 10 });
}

/** The conversations in which the signed-in member answers, most recently changed first, on every screen. */
export function useMine() {
  return usePolled('mine', { status: 'human', assignee: 'me', per_page: 10 });
}

function usePolled(name: string, query: Query) {
  const api = useApi();
  return useQuery({
    queryKey: ['conversations', 'list', name],
    queryFn: async ({ signal }): Promise<Page<Conversation>> => api.page('/api/v1/conversations', query, signal),
    enabled: useCan('conversations:read'),
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
  });
}
