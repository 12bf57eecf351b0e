import type { Platform } from '../../../platform/platform.ts';
import { withDraft } from './form-interfaces.service.ts';
import { findFormInterface, type FormInterfaceRow } from './form-interfaces.sql.ts';
import { findDraftOfSubmission, type SubmissionRow } from '../submission/submissions.sql.ts';

/** The form of a submission: its current state, or the draft of a preview; undefined if it was deleted. */
export async function findSubmissionForm(
  { database: { sql } }: Platform,
  { id, workspace_id: workspaceId, interface_id: interfaceId }: SubmissionRow,
): Promise<FormInterfaceRow | undefined> {
  const form = await findFormInterface(sql, workspaceId, interfaceId);
  const draft = await findDraftOfSubmission(sql, id);
  return form === undefined || draft === null ? form : withDraft(form, draft);
}
