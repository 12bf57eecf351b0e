import { ApiError } from '../api/api-error.ts';
import { Dialog } from './dialog.tsx';
import { Loaded, NotFound } from './states.tsx';

interface MissingDialogProps {
  /** The item that the dialog is for, which hasn't been read. */
  query: { data: unknown; error: unknown; refetch: () => unknown };
  title: string;
  onClose: () => void;
}

/** Says why the item that an address names can't be opened, such as a deleted one; nothing while it is being read. */
export function MissingDialog({ query, title, onClose }: MissingDialogProps) {
  if (query.error === null || query.error === undefined) return null;
  return (
    <Dialog open onClose={onClose} title={title}>
      {query.error instanceof ApiError && query.error.status === 404 ? (
        <NotFound onClose={onClose} />
      ) : (
        <Loaded query={query}>{() => null}</Loaded>
      )}
    </Dialog>
  );
}
