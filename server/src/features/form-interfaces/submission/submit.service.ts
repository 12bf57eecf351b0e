import type { FormSubmissionRequest } from '@portico/shared-types';
import { isBlank } from '@portico/shared-types/rules/read-field-value';
import type { Transaction } from '../../../platform/database.ts';
import { invalid } from '../../../platform/errors.ts';
import { createCapability } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RateState } from '../../../platform/rate-limit.ts';
import { assertCreditsLeft, insertPayer, reportingRefusal } from '../../credits/index.ts';
import { announceSubmission } from './announce-submission.ts';
import { checkInputs } from '../form/check-inputs.ts';
import type { FormInterfaceRow } from '../form/form-interfaces.sql.ts';
import { takeDailySubmission } from '../form/form-limits.ts';
import { keepWords } from './submission-words.ts';
import { hintProcessing } from './submissions.jobs.ts';
import { findSubmission, insertSubmission, type NewSource, setDraft, type SubmissionRow } from './submissions.sql.ts';
import { hashFileRef } from '../upload/uploads.service.ts';
import { claimUpload } from '../upload/uploads.sql.ts';

export interface Submitting {
  /** The visitor's. */
  readonly locale: string | undefined;
  /** The previewed draft, null for the saved form. */
  readonly draft: unknown;
  /** Shows the state of further limits in the headers of the response. */
  readonly showLimits: (states: readonly RateState[]) => void;
}

/** Maximum addresses of one submission. */
const maxUrls = 20;

/**
 * Accepts a submission; it is durable once this returns, and is processed from then on. Throws 400, and 429 once the
 * form has used up its credits or submissions for today.
 */
export async function submitForm(
  platform: Platform,
  form: FormInterfaceRow,
  request: FormSubmissionRequest,
  { locale, draft, showLimits }: Submitting,
): Promise<SubmissionRow> {
  const urls = [...new Set(request.urls)];
  checkKinds(form, request, urls);
  const inputs = await checkInputs(platform, form.workspace_id, form.settings.fields, request);
  assertNotEmpty({ ...request, inputs });
  const id = createCapability('sub');
  const { workspace_id: workspaceId, id: interfaceId } = form;
  const charge = { workspaceId, interfaceId, locale, causeId: id };
  const store = async (tx: Transaction): Promise<SubmissionRow> => {
    await insertPayer(tx, id, charge);
    const files = await claimFiles(tx, form, request);
    const row = {
      id,
      workspace_id: workspaceId,
      interface_id: interfaceId,
      message: request.message,
      inputs,
      urls,
      file_ids: files.map(({ file_id: fileId }) => fileId ?? ''),
      extraction_mode: request.extractionMode,
      preview: draft !== null,
    };
    const message = { kind: 'message' as const, name: null, url: null, file_id: null, text: request.message };
    await insertSubmission(tx, row, [
      ...(isBlank(request.message) ? [] : [message]),
      ...files,
      ...urls.map((url) => ({ kind: 'url' as const, name: null, url, file_id: null, text: null })),
    ]);
    await keepWords(tx, [{ ...row, file_names: files.map(({ name }) => name ?? '') }]);
    if (draft !== null) await setDraft(tx, id, draft);
    const stored = await findSubmission(tx, interfaceId, id);
    if (stored === undefined) throw new Error('the submission was not stored');
    await announceSubmission(platform, tx, 'form.submitted', stored);
    // Last, because all submissions to the form lock the same count.
    await takeDailySubmission(platform, tx, form, locale, showLimits);
    return stored;
  };
  const submission = await reportingRefusal(platform, async () => {
    await assertCreditsLeft(platform, charge);
    return platform.database.transaction(store);
  });
  await hintProcessing(platform, id);
  return submission;
}

/** Throws a 400 if nothing is left of a submission without hidden, unknown and blank inputs. */
function assertNotEmpty({ message, files, urls, inputs }: FormSubmissionRequest): void {
  if (files.length + urls.length > 0 || ![message, ...Object.values(inputs)].every(isBlank)) return;
  const fault = { message: 'a submission needs a message, a file, an address or an input', code: 'required' } as const;
  throw invalid([{ path: 'body.message', ...fault }]);
}

function checkKinds({ settings }: FormInterfaceRow, { files }: FormSubmissionRequest, urls: readonly string[]): void {
  if (files.length > 0 && !settings.allow_file_upload) {
    throw invalid({ path: 'body.files', message: 'files are not accepted here', code: 'files_not_accepted' });
  }
  if (new Set(files).size > settings.max_files) {
    const fault = { path: 'body.files', message: `has more than ${settings.max_files} files` };
    throw invalid({ ...fault, code: 'too_many_files' }, { limit: settings.max_files });
  }
  if (urls.length > 0 && !settings.allow_url_input) {
    throw invalid({ path: 'body.urls', message: 'addresses are not accepted here', code: 'urls_not_accepted' });
  }
  if (urls.length > maxUrls) {
    const fault = { path: 'body.urls', message: `has more than ${maxUrls} addresses` };
    throw invalid({ ...fault, code: 'too_many_urls' }, { limit: maxUrls });
  }
}

/**
 * A session may use its files again; files of another session count as unknown
 * (docs/reference/public-forms.md#submitting).
 */
async function claimFiles(
  tx: Transaction,
  form: FormInterfaceRow,
  { files, sessionId }: FormSubmissionRequest,
): Promise<NewSource[]> {
  const claimed: NewSource[] = [];
  const seen = new Set<string>();
  for (const [at, ref] of files.entries()) {
    if (seen.has(ref)) continue;
    seen.add(ref);
    const upload = await claimUpload(tx, form.id, hashFileRef(ref));
    const isOthers = sessionId !== undefined && upload?.session_id != null && upload.session_id !== sessionId;
    if (upload === undefined || isOthers) {
      throw invalid({
        path: `body.files[${at}]`,
        message: 'is not a file of this form and session',
        code: 'file_not_found',
      });
    }
    claimed.push({ kind: 'file', name: upload.file_name, url: null, file_id: upload.file_id, text: null });
  }
  return claimed;
}
