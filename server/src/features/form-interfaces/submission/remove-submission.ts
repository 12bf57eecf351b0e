import type { Deleted } from '@portico/shared-types';
import { ignoreMissing } from '../../../platform/errors.ts';
import type { ThreadsPlatform } from '../../threads/index.ts';
import { recordChange } from '../../audit-log/index.ts';
import { eraseExecution } from '../../executions/index.ts';
import { eraseDeliveries } from '../../webhooks/index.ts';
import { requireFormInterface } from '../form/form-interfaces.service.ts';
import { eraseSubmission } from './delete-whole.ts';
import { stopSubmission } from './end-submission.ts';
import { requireSubmission } from './submissions.service.ts';
import type { SubmissionRow } from './submissions.sql.ts';

/**
 * Deletes a submission in any state with everything that contains its contents: texts, files, execution, thread and
 * deliveries of webhooks. One in progress is stopped first, and no webhook is notified. The submission itself is deleted
 * last, so that what was interrupted can be repeated. Throws 404.
 */
export async function removeSubmission(
  platform: ThreadsPlatform,
  workspaceId: string,
  formId: string,
  id: string,
): Promise<Deleted> {
  const form = await requireFormInterface(platform, workspaceId, formId);
  await requireSubmission(platform, form, id);
  await stopSubmission(platform, id);
  // Read again, because its run may have begun in the meantime; none begins after it has been stopped.
  const row = await requireSubmission(platform, form, id).catch(ignoreMissing);
  if (row === undefined) return { id, deleted: true };
  await eraseRun(platform, workspaceId, row);
  const resource = { id, name: form.settings.name };
  await eraseSubmission(platform, workspaceId, row, async (tx) =>
    recordChange(tx, { workspaceId, action: 'submission.deleted', resource }),
  );
  // A process that was starting the execution meanwhile may have found the submission still there.
  await eraseRun(platform, workspaceId, row);
  return { id, deleted: true };
}

async function eraseRun(platform: ThreadsPlatform, workspaceId: string, submission: SubmissionRow): Promise<void> {
  const { id, execution_id: executionId, thread_id: threadId } = submission;
  if (executionId !== null) await eraseExecution(platform, workspaceId, executionId);
  const named = [id, executionId, threadId].filter((name) => name !== null);
  await eraseDeliveries(platform, workspaceId, named, new Map([[id, submission.submitted_at]]));
}
