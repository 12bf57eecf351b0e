import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';

/** Creates the cache of the server's data. */
export function createQueries(): QueryClient {
  // By default a button learns in a later task that its action is in progress. The second click of a double click can
  // be handled before that task, and would send the action again.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // A rejected request would be rejected again.
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.isTemporary,
      },
    },
  });
}
