import type { Api, Query } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';

/**
 * Deletes an item of a list. Also succeeds if it is gone: another member has deleted it, or the response to an earlier
 * deletion was lost.
 */
export async function deleteItem(api: Api, endpoint: string, id: string, query?: Query): Promise<void> {
  try {
    await api.send('DELETE', `${endpoint}/${encodeURIComponent(id)}`, { query });
  } catch (error) {
    if (!isGone(error, id)) throw error;
  }
}

/** Whether the server responded that this item doesn't exist, and not its workspace, for instance. */
function isGone(error: unknown, id: string): boolean {
  return error instanceof ApiError && error.status === 404 && error.details['id'] === id;
}
