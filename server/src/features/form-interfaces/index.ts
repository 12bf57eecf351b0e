import { registerAgentUsers } from '../agents/index.ts';
import type { Sql } from '../../platform/database.ts';
import { registerWorkflowUsers } from '../workflows/index.ts';
import { findFormsOfTarget } from './form-interfaces.sql.ts';

export { checkInputs } from './check-inputs.ts';
export { formInterfaceRoutes } from './form-interfaces.routes.ts';
export { createFormInterface } from './form-interfaces.service.ts';
export { framingOfFormInterface } from './framing.ts';
export { publicFormRoutes } from './public-forms.routes.ts';
export { mountResumableUploads, sweepResumableUploads } from './resumable-uploads.ts';
export { bindFormJobs, startSubmissionWorkers } from './submissions.worker.ts';
export { sweepSubmissions } from './sweep-submissions.ts';
export { sweepUploads } from './uploads.service.ts';

registerAgentUsers(findUsers);
registerWorkflowUsers(findUsers);

async function findUsers(sql: Sql, workspaceId: string, targetId: string): Promise<string[]> {
  const users = await findFormsOfTarget(sql, workspaceId, targetId);
  return users.map(({ id, title }) => `form interface "${title}" (${id})`);
}
