import type { Conversation } from '@portico/shared-types/api/conversations';
import { useQuery } from '@tanstack/react-query';
import type { Page } from '../api/api.ts';
import { useApi } from '../api/api-context.ts';
import { useCan } from './session.ts';

/** Milliseconds between two polls, also while the tab is in the background, where a notification is needed. */
const pollMs = 10_000;

/** The conversations that wait for a person, most recently changed first, on every screen. */
export function useWaiting() {
  const api = useApi();
  return useQuery({
    queryKey: ['conversations', 'list', 'waiting'],
    queryFn: async ({ signal }): Promise<Page<Conversation>> =>
      api.page('/api/v1/conversations', { status: 'waiting', per_page: 10 }, signal),
    enabled: useCan('conversations:read'),
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
  });
}
