import { deleteInBatches } from '../../platform/delete-in-batches.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteEntriesBefore } from './audit-log.sql.ts';

const together = 200;

/** Deletes a workspace's entries of the audit log before that time. */
export function deleteOldEntries({ database }: Platform, workspaceId: string, before: string): AsyncIterable<number> {
  return deleteInBatches(async () =>
    database.transaction(async (tx) => deleteEntriesBefore(tx, workspaceId, before, together)),
  );
}
