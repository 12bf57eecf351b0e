import type { Deleted } from '@portico/shared-types';
import { ApiError, notFound } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordChange } from '../../audit-log/index.ts';
import { cancelExecution } from '../../executions/index.ts';
import { removeFilesOf } from '../../files/index.ts';
import type { ThreadsPlatform } from '../../threads/index.ts';
import { eraseSubmission } from '../submission/delete-whole.ts';
import { failSubmission } from '../submission/end-submission.ts';
import { listSubmissionsOf, type SubmissionOfForm } from '../submission/old-submissions.sql.ts';
import { deleteEmptyForm, lockFormInterface, updateFormInterface } from './form-interfaces.sql.ts';

/**
 * Deletes the form with everything that was submitted through it, and cancels what runs for it. The form is paused
 * first. Each submission is deleted in its own transaction and the form last, so that what was interrupted can be
 * repeated. Throws 404.
 */
export async function removeFormInterface(
  platform: ThreadsPlatform,
  workspaceId: string,
  id: string,
): Promise<Deleted> {
  const { database } = platform;
  await pause(platform, workspaceId, id);
  for (let isGone = false; !isGone;) {
    for (const submission of await listSubmissionsOf(database.sql, workspaceId, id)) {
      await cancelAndErase(platform, workspaceId, submission);
    }
    // Uploads that no submission has claimed.
    await removeFilesOf(platform, workspaceId, id);
    isGone = await database.transaction(async (tx) => {
      const row = await lockFormInterface(tx, workspaceId, id);
      if (row === undefined) throw notFound('form interface', id);
      if (!(await deleteEmptyForm(tx, workspaceId, id))) return false;
      const resource = { id, name: row.settings.name };
      await recordChange(tx, { workspaceId, action: 'form_interface.deleted', resource });
      return true;
    });
  }
  // An upload that ended in the meantime.
  await removeFilesOf(platform, workspaceId, id);
  return { id, deleted: true };
}

async function pause({ database }: Platform, workspaceId: string, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    const row = await lockFormInterface(tx, workspaceId, id);
    if (row === undefined) throw notFound('form interface', id);
    await updateFormInterface(tx, { ...row, status: 'paused' });
  });
}

/** Its execution is kept, like those of a deleted workflow. */
async function cancelAndErase(
  platform: ThreadsPlatform,
  workspaceId: string,
  submission: SubmissionOfForm,
): Promise<void> {
  const { id, execution_id: known, has_ended: hasEnded } = submission;
  if (!hasEnded) {
    const error = { code: 'execution_cancelled', message: 'The form was deleted.' };
    const failed = await failSubmission(platform, id, error);
    // The run may have begun after the submissions were listed.
    for (const executionId of new Set([known, failed?.execution_id ?? null])) {
      if (executionId !== null) await cancelExecution(platform, workspaceId, executionId).catch(ignoreRefusal);
    }
  }
  await eraseSubmission(platform, workspaceId, submission);
}

/** An execution that doesn't exist, or has ended. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
}
