export { createWorkflow, getWorkflow } from './workflows.service.ts';
export { workflowRoutes } from './workflows.routes.ts';
export { registerWorkflowUsers } from './workflow-users.ts';
export { findWorkflowsNaming, listActiveWorkflows } from './workflows.sql.ts';
