import { shrink } from '../../../platform/delete-in-batches.ts';
import type { Transaction } from '../../../platform/database.ts';
import { ignoreMissing } from '../../../platform/errors.ts';
import { recordUnused, removeUnused } from '../../../platform/storage/index.ts';
import { removeRecords } from '../../files/index.ts';
import { forgetContent, shrinkContent } from '../../knowledge-bases/index.ts';
import { deleteThread, shrinkThread, type ThreadsPlatform } from '../../threads/index.ts';
import { type DeletedSubmission, eraseSubmissionRow, listSoleKeys, lockUnusedFiles } from './old-submissions.sql.ts';

interface Submission {
  readonly id: string;
  readonly thread_id: string | null;
}
type DeleteRow = (tx: Transaction, id: string) => Promise<DeletedSubmission | undefined>;

/**
 * Deletes a submission with its texts, chunks, events, replies, and the files that no other submission has; false if
 * `deleteRow` did not delete it.
 */
export async function deleteWhole(
  platform: ThreadsPlatform,
  workspaceId: string,
  { id, thread_id: threadId }: Submission,
  deleteRow: DeleteRow,
): Promise<boolean> {
  const { database, events } = platform;
  await shrinkContent(platform, id);
  await shrink(platform, async (limit) => events.removeOldest(database.sql, id, limit));
  if (threadId !== null) await shrinkThread(platform, workspaceId, threadId);
  const keys = await database.transaction(async (tx) => {
    const gone = await deleteRow(tx, id);
    if (gone === undefined) return undefined;
    await forgetContent(tx, workspaceId, id);
    await events.remove(tx, id);
    // The thread may be newer than what the caller has read.
    if (gone.thread_id !== null) await deleteThread(platform, workspaceId, gone.thread_id, tx).catch(ignoreMissing);
    const unused = await removeRecords(tx, workspaceId, await lockUnusedFiles(tx, gone.file_ids));
    await recordUnused(tx, unused);
    return unused;
  });
  await removeUnused(platform, keys ?? []);
  return keys !== undefined;
}

/**
 * The same in any state. The bytes of its files are removed before their records, so that an interrupted deletion finds
 * them again.
 */
export async function eraseSubmission(
  platform: ThreadsPlatform,
  workspaceId: string,
  submission: Submission,
): Promise<void> {
  const { database, storage } = platform;
  for (const key of await listSoleKeys(database.sql, workspaceId, submission.id)) await storage.remove(key);
  await deleteWhole(platform, workspaceId, submission, async (tx, id) => eraseSubmissionRow(tx, workspaceId, id));
}
