import type { Deleted } from '@portico/shared-types';
import { z } from 'zod';
import { removalMs } from '../../../platform/delete-in-batches.ts';
import { ignoreMissing, notFound } from '../../../platform/errors.ts';
import { defineJob } from '../../../platform/queue.ts';
import type { ThreadsPlatform } from '../../threads/index.ts';
import { recordOnce } from '../../audit-log/index.ts';
import { eraseExecution } from '../../executions/index.ts';
import { eraseDeliveries } from '../../webhooks/index.ts';
import { requireFormInterface } from '../form/form-interfaces.service.ts';
import type { FormInterfaceRow } from '../form/form-interfaces.sql.ts';
import { eraseSubmission } from './delete-whole.ts';
import { stopSubmission } from './end-submission.ts';
import { requireSubmission } from './submissions.service.ts';
import { lockSubmission, type SubmissionRow } from './submissions.sql.ts';

const Removal = z.object({
  workspace_id: z.string(),
  form_id: z.string(),
  submission_id: z.string(),
});
type Removal = z.infer<typeof Removal>;

/** Finishes the deletion of a submission that has begun. */
export const removeSubmissionJob = defineJob('form-interfaces.remove-submission', Removal, 1);

/**
 * Deletes a submission in any state with everything that contains its contents: texts, files, execution, thread and
 * deliveries of webhooks. One in progress is stopped first, and no webhook is notified. The submission itself is deleted
 * last, so that what was interrupted can be repeated; a job does so. It is recorded once, when it begins. Throws 404.
 */
export async function removeSubmission(
  platform: ThreadsPlatform,
  workspaceId: string,
  formId: string,
  id: string,
): Promise<Deleted> {
  const form = await requireFormInterface(platform, workspaceId, formId);
  const removal = { workspace_id: workspaceId, form_id: formId, submission_id: id };
  await platform.database.transaction(async (tx) => {
    if (!(await lockSubmission(tx, form.id, id))) throw notFound('submission', id);
    // At the beginning, because a job does not know the caller, and must not: its payload would keep their address.
    await recordOnce(tx, { workspaceId, action: 'submission.deleted', resource: { id, name: form.settings.name } });
    await platform.queue.enqueue(tx, removeSubmissionJob, removal, { delayMs: removalMs.check });
  });
  await removeWhole(platform, form, id);
  return { id, deleted: true };
}

/** Finishes a deletion, unless its request has done so. */
export async function finishSubmissionRemoval(platform: ThreadsPlatform, removal: Removal): Promise<void> {
  const { workspace_id: workspaceId, form_id: formId, submission_id: id } = removal;
  const form = await requireFormInterface(platform, workspaceId, formId).catch(ignoreMissing);
  // Those of a deleted form are removed with it.
  if (form !== undefined) await removeWhole(platform, form, id);
}

/** Does nothing if the submission is already gone. */
async function removeWhole(platform: ThreadsPlatform, form: FormInterfaceRow, id: string): Promise<void> {
  const { workspace_id: workspaceId } = form;
  await stopSubmission(platform, id);
  // Read again, because its run may have begun in the meantime; none begins after it has been stopped.
  const row = await requireSubmission(platform, form, id).catch(ignoreMissing);
  if (row === undefined) return;
  await eraseRun(platform, workspaceId, row);
  await eraseSubmission(platform, workspaceId, row);
  // A process that was starting the execution meanwhile may have found the submission still there.
  await eraseRun(platform, workspaceId, row);
}

async function eraseRun(platform: ThreadsPlatform, workspaceId: string, submission: SubmissionRow): Promise<void> {
  const { id, execution_id: executionId, thread_id: threadId } = submission;
  if (executionId !== null) await eraseExecution(platform, workspaceId, executionId);
  const named = [id, executionId, threadId].filter((name) => name !== null);
  await eraseDeliveries(platform, workspaceId, named, new Map([[id, submission.submitted_at]]));
}
