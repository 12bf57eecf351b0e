export { changeWorkflow, createWorkflow, getWorkflow, listWorkflowDefinitions } from './workflows.service.ts';
export { workflowRoutes } from './workflows.routes.ts';
export { createWorkflows } from './create-workflows.ts';
export { findWorkflowsNaming, listActiveWorkflows } from './workflows.sql.ts';
