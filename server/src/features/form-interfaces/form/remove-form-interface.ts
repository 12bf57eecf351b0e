import type { Deleted } from '@portico/shared-types';
import { removalMs } from '../../../platform/delete-in-batches.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import type { DeletedRow } from '../../../platform/leases/removals.sql.ts';
import { type Removal, removeDeleted, sweepDeleted } from '../../../platform/leases/remove-deleted.ts';
import { recordChange } from '../../audit-log/index.ts';
import { cancelExecution } from '../../executions/index.ts';
import { removeFilesOf } from '../../files/index.ts';
import type { ThreadsPlatform } from '../../threads/index.ts';
import { eraseSubmission } from '../submission/delete-whole.ts';
import { failSubmission } from '../submission/end-submission.ts';
import { listSubmissionsOf, type SubmissionOfForm } from '../submission/old-submissions.sql.ts';
import { deleteEmptyForm, hasSubmissions, markDeleted } from './deleted-forms.sql.ts';
import { lockFormInterface } from './form-interfaces.sql.ts';

const together = 50;

/**
 * Deletes the form, and cancels what runs for it. It disappears at once; what was submitted through it is removed in
 * steps, the rest by a sweep if there is much. Throws 404.
 */
export async function removeFormInterface(
  platform: ThreadsPlatform,
  workspaceId: string,
  id: string,
): Promise<Deleted> {
  const form = { id, workspace_id: workspaceId };
  await platform.database.transaction(async (tx) => {
    const row = await lockFormInterface(tx, workspaceId, id);
    if (row === undefined) throw notFound('form interface', id);
    await markDeleted(tx, form);
    const resource = { id, name: row.settings.name };
    await recordChange(tx, { workspaceId, action: 'form_interface.deleted', resource });
  });
  await removeDeleted(platform, removalOf(platform), form, removalMs.request);
  return { id, deleted: true };
}

/** Continues the removal of deleted forms, which may have hundreds of thousands of submissions. */
export async function sweepDeletedForms(platform: ThreadsPlatform, turnMs = removalMs.turn): Promise<void> {
  await sweepDeleted(platform, removalOf(platform), turnMs);
}

function removalOf(platform: ThreadsPlatform): Removal {
  return { table: 'form_interfaces', removeUntil: async (form, isOver) => removeUntil(platform, form, isOver) };
}

/** Whether the form is gone. Each submission is deleted in its own transaction, and the form last. */
async function removeUntil(platform: ThreadsPlatform, form: DeletedRow, isOver: () => boolean): Promise<boolean> {
  const { database } = platform;
  while (!isOver()) {
    await endRuns(platform, form, isOver);
    for (const submission of await listSubmissionsOf(database.sql, form, { unended: false, limit: together })) {
      await eraseSubmission(platform, form.workspace_id, submission);
      if (isOver()) return false;
    }
    if (await hasSubmissions(database.sql, form)) continue;
    // Uploads that no submission has claimed.
    await removeFilesOf(platform, form.workspace_id, form.id);
    if (!(await database.transaction(async (tx) => deleteEmptyForm(tx, form)))) continue;
    // An upload that ended in the meantime.
    await removeFilesOf(platform, form.workspace_id, form.id);
    return true;
  }
  return false;
}

/** Ends everything in progress for the form. Executions are kept, like those of a deleted workflow. */
async function endRuns(platform: ThreadsPlatform, form: DeletedRow, isOver: () => boolean): Promise<void> {
  const { database } = platform;
  while (!isOver()) {
    const running = await listSubmissionsOf(database.sql, form, { unended: true, limit: together });
    if (running.length === 0) return;
    for (const submission of running) await endRun(platform, form.workspace_id, submission);
  }
}

async function endRun(platform: ThreadsPlatform, workspaceId: string, submission: SubmissionOfForm): Promise<void> {
  const error = { code: 'execution_cancelled', message: 'The form was deleted.' };
  const failed = await failSubmission(platform, submission.id, error);
  // The run may have begun after the submissions were listed.
  for (const executionId of new Set([submission.execution_id, failed?.execution_id ?? null])) {
    if (executionId !== null) await cancelExecution(platform, workspaceId, executionId).catch(ignoreRefusal);
  }
}

/** An execution that doesn't exist, or has ended. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
}
