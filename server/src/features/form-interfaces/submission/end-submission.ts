import type { RunError } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { announceSubmission } from './announce-submission.ts';
import { toPublicError } from './present-submission.ts';
import { endSubmission } from './submissions.sql.ts';

/** Completes a submission; does nothing to one that has ended. */
export async function completeSubmission(platform: Platform, id: string, output: string): Promise<void> {
  await platform.database.transaction(async (tx) => {
    const row = await endSubmission(tx, id, { status: 'completed', output, error: null });
    if (row === undefined) return;
    const data = { submission_id: id, output };
    await platform.events.append(tx, id, [{ event: 'submission:completed', data }]);
    await announceSubmission(platform, tx, 'form.completed', row);
  });
}

/** Fails a submission; does nothing to one that has ended. */
export async function failSubmission(platform: Platform, id: string, error: RunError): Promise<void> {
  await platform.database.transaction(async (tx) => {
    const row = await endSubmission(tx, id, { status: 'failed', output: null, error });
    if (row === undefined) return;
    const data = { submission_id: id, error: toPublicError(error) };
    await platform.events.append(tx, id, [{ event: 'submission:failed', data }]);
    await announceSubmission(platform, tx, 'form.failed', row);
  });
}
