export { checkDefinition, type CheckedDefinition, type Reference } from './engine/definition/check-definition.ts';
export { compileSchema } from './engine/sandbox/check-schema.ts';
export { NodeError } from './engine/node-error.ts';
export { isTerminalEvent, streamExecution } from './stream-execution.ts';
export { cancelExecution, getExecution } from './executions.service.ts';
export { engineOf } from './engine-of.ts';
export { parseBareExpression, parseTemplate } from './engine/templates/parse-template.ts';
export { executionJobs } from './executions.jobs.ts';
export { executionRoutes } from './executions.routes.ts';
export { startExecutionWorker, type FeaturePorts } from './executions.worker.ts';
export type {
  AgentReply,
  AgentRequest,
  KnowledgeQuery,
  KnowledgeResult,
} from './nodes/node-context.ts';
export { retryExecution, startExecution, type StartRequest } from './start-execution.ts';
