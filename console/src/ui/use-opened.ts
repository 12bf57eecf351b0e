import { useRef } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';

/**
 * The item of a dialog: as it was read, or else as the list had it when the dialog opened. It stays if the list loses it,
 * because somebody may be typing in the dialog.
 */
export function useOpened<Item>(query: { data: Item | undefined; error: unknown }, listed: Item | undefined) {
  const first = useRef(listed);
  first.current ??= listed;
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  return { item: query.data ?? first.current, isGone };
}
