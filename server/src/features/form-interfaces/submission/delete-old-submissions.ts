import { deleteOldRows } from '../../../platform/sweep-rows.ts';
import type { ThreadsPlatform } from '../../threads/index.ts';
import { deleteWhole } from './delete-whole.ts';
import { deleteSubmission, findEndedBefore } from './old-submissions.sql.ts';

const together = 20;

/**
 * Deletes a workspace's submissions that ended before that time, each in its own transaction, with their texts, chunks,
 * events, replies, and the files that no other submission has. Yields after some of them, with their number.
 */
export async function* deleteOldSubmissions(
  platform: ThreadsPlatform,
  workspaceId: string,
  before: string,
): AsyncGenerator<number> {
  yield* deleteOldRows(
    platform,
    async (failed) => findEndedBefore(platform.database.sql, workspaceId, before, together, failed),
    async (submission) => deleteWhole(platform, workspaceId, submission, deleteSubmission),
    'an old submission could not be deleted',
  );
}
