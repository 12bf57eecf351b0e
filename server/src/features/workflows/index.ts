export { createWorkflow, getWorkflow } from './workflows.service.ts';
export { workflowRoutes } from './workflows.routes.ts';
export { registerWorkflowUsers, type FindWorkflowUsers } from './workflow-users.ts';
