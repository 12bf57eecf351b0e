import type { RunError } from '@portico/shared-types';
import type { Transaction } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { announceSubmission } from './announce-submission.ts';
import { toPublicError } from './present-submission.ts';
import { endSubmission, type SubmissionRow } from './submissions.sql.ts';

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

/** Fails a submission, and returns it; undefined if it has already ended, or is gone. */
export async function failSubmission(
  platform: Platform,
  id: string,
  error: RunError,
): Promise<SubmissionRow | undefined> {
  return platform.database.transaction(async (tx) => {
    const row = await fail(platform, tx, id, error);
    if (row !== undefined) await announceSubmission(platform, tx, 'form.failed', row);
    return row;
  });
}

/**
 * Fails a submission that is about to be erased, so that nothing of it is announced any more; does nothing to one that
 * has ended. Webhooks are not notified, because they would get its contents again.
 */
export async function stopSubmission(platform: Platform, id: string): Promise<void> {
  const error = { code: 'execution_cancelled', message: 'The submission was deleted.' };
  await platform.database.transaction(async (tx) => fail(platform, tx, id, error));
}

async function fail(
  platform: Platform,
  tx: Transaction,
  id: string,
  error: RunError,
): Promise<SubmissionRow | undefined> {
  const row = await endSubmission(tx, id, { status: 'failed', output: null, error });
  if (row === undefined) return undefined;
  const data = { submission_id: id, error: toPublicError(error) };
  await platform.events.append(tx, id, [{ event: 'submission:failed', data }]);
  return row;
}
