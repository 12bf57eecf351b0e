import type { Sql } from '../../platform/database.ts';
import { findFormsOfTarget } from './form/form-interfaces.sql.ts';

export { checkInputs } from './form/check-inputs.ts';
export { createFormInterfaces } from './create-form-interfaces.ts';
export { deleteOldSubmissions } from './submission/delete-old-submissions.ts';
export { eraseSubmission } from './submission/delete-whole.ts';
export { stopSubmission } from './submission/end-submission.ts';
export { findSubmissionRecords } from './submission/present-submission.ts';
export { formInterfaceRoutes } from './form-interfaces.routes.ts';
export { createFormInterface, listFormDefinitions } from './form/form-interfaces.service.ts';
export { framingOfFormInterface } from './form/framing.ts';
export { publicFormRoutes } from './public-forms.routes.ts';
export { mountResumableUploads } from './upload/resumable-uploads.ts';

/** Descriptions of the forms that run an agent or a workflow. */
export async function findFormsWithTarget(sql: Sql, workspaceId: string, targetId: string): Promise<string[]> {
  const users = await findFormsOfTarget(sql, workspaceId, targetId);
  return users.map(({ id, title }) => `form interface "${title}" (${id})`);
}
