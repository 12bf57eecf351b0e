import { registerAgentUsers } from '../agents/index.ts';
import type { Sql } from '../../platform/database.ts';
import { registerWorkflowUsers } from '../workflows/index.ts';
import { findFormsOfTarget } from './form/form-interfaces.sql.ts';

export { checkInputs } from './form/check-inputs.ts';
export { formInterfaceRoutes } from './form-interfaces.routes.ts';
export { createFormInterface } from './form/form-interfaces.service.ts';
export { framingOfFormInterface } from './form/framing.ts';
export { publicFormRoutes } from './public-forms.routes.ts';
export { mountResumableUploads, sweepResumableUploads } from './upload/resumable-uploads.ts';
export { bindFormJobs, startSubmissionWorkers } from './run/submissions.worker.ts';
export { sweepSubmissions } from './search/sweep-submissions.ts';
export { sweepUploads } from './upload/uploads.service.ts';

registerAgentUsers(findUsers);
registerWorkflowUsers(findUsers);

async function findUsers(sql: Sql, workspaceId: string, targetId: string): Promise<string[]> {
  const users = await findFormsOfTarget(sql, workspaceId, targetId);
  return users.map(({ id, title }) => `form interface "${title}" (${id})`);
}
