import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FormSubmission, FormSubmissionRequest } from '@portico/shared-types';
import { idempotencyHeader, readIdempotencyKey, runOnce } from '../../../platform/http/idempotency.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { FormInterfaceRow } from '../form/form-interfaces.sql.ts';
import { presentSubmission } from './present-submission.ts';
import { submitForm, type Submitting } from './submit.service.ts';
import { requireSubmission } from './submissions.service.ts';

/** Minimum characters of a key: anyone who repeats a request with it receives the secret id of the submission. */
const minKeyLength = 16;

/**
 * Submits a form, once for each `Idempotency-Key` of the form within 24 hours
 * (docs/reference/public-forms.md#submitting). Throws what `submitForm` throws, and 400 for a key that was used with
 * another body.
 */
export async function submitOnce(
  platform: Platform,
  form: FormInterfaceRow,
  request: FormSubmissionRequest,
  { headers, signal, ...submitting }: Submitting & { headers: IncomingHttpHeaders; signal: AbortSignal },
): Promise<FormSubmission> {
  const key = readIdempotencyKey(headers, minKeyLength);
  const submit = async () => submitForm(platform, form, request, submitting);
  if (key === undefined) return presentSubmission(platform, await submit());
  const hash = createHash('sha256').update(JSON.stringify(request)).digest();
  const entry = { holder: form.id, header: idempotencyHeader, key, path: '/submissions', hash };
  // Ends with the commit: nothing that fails later makes a repetition submit the form again.
  const { id } = await runOnce(platform, entry, signal, async () => ({ id: (await submit()).id }));
  return presentSubmission(platform, await requireSubmission(platform, form, id));
}
