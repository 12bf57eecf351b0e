import type { FormSubmissionRecord } from '@portico/shared-types';
import { invalid, notFound } from '../../../platform/errors.ts';
import { createCapability } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { assertCreditsLeft, findPayer, insertPayer, reportingRefusal } from '../../credits/index.ts';
import { announceSubmission } from './announce-submission.ts';
import { requireFormInterface } from '../form/form-interfaces.service.ts';
import { presentRecord } from './present-submission.ts';
import { hintProcessing } from './submissions.jobs.ts';
import { requireSubmission } from './submissions.service.ts';
import { copySubmission, findSubmission } from './submissions.sql.ts';

/**
 * Runs a submission again, as a new submission to the form's current target; the original is not changed. Sources that
 * were read are not read again, unreadable ones are. Throws 404, 400 while the submission is in progress, and 429 once
 * the form has used up its credits for today.
 */
export async function rerunSubmission(
  platform: Platform,
  workspaceId: string,
  formId: string,
  submissionId: string,
): Promise<FormSubmissionRecord> {
  const { sql } = platform.database;
  const form = await requireFormInterface(platform, workspaceId, formId);
  const { status } = await requireSubmission(platform, form, submissionId);
  if (status !== 'completed' && status !== 'failed') {
    throw invalid(
      { path: 'params.submission_id', message: 'is still in progress', code: 'not_in_this_state' },
      { status },
    );
  }
  const locale = (await findPayer(sql, submissionId))?.locale;
  const id = createCapability('sub');
  const charge = { workspaceId, interfaceId: form.id, locale, causeId: id };
  await reportingRefusal(platform, async () => assertCreditsLeft(platform, charge));
  const stored = await platform.database.transaction(async (tx) => {
    await insertPayer(tx, id, charge);
    if (!(await copySubmission(tx, submissionId, id))) throw notFound('submission', submissionId);
    const row = await findSubmission(tx, form.id, id);
    if (row === undefined) throw new Error('the submission was not stored');
    await announceSubmission(platform, tx, 'form.submitted', row);
    return row;
  });
  await hintProcessing(platform, id);
  return presentRecord(platform, sql, stored);
}
