import {
  ApprovalDecided,
  ApprovalDecision,
  ExecuteBody,
  Execution,
  ExecutionCancelled,
  ExecutionExportQuery,
  ExecutionListQuery,
  ExecutionRetried,
  ExecutionStarted,
  executionEvents,
  ListedExecution,
  NodeRun,
  PageQuery,
} from '@portico/shared-types';
import { tableFormats } from '../../platform/http/download-table.ts';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { ExecutionsPlatform } from './executions-platform.ts';
import { readLastEventId, requireEventStream } from '../../platform/http/stream-headers.ts';
import { EventStream } from '../../platform/sse.ts';
import { exportExecutions } from './export-executions.ts';
import {
  cancelExecution,
  decide,
  getExecution,
  getExecutionHead,
  pageExecutions,
  pageNodeRuns,
} from './executions.service.ts';
import { retryExecution, startExecution } from './start-execution.ts';
import { streamExecution } from './stream-execution.ts';

const { versionedRoute } = routesOn<ExecutionsPlatform>();

const tag = 'Executions';
const params = { id: 'execution' };

export const executionRoutes = [
  versionedRoute({
    method: 'POST',
    path: '/workflows/:id/execute',
    tag: 'Workflows',
    summary: 'Execute a workflow',
    description: 'Starts an execution and returns at once with its id; follow it by polling or by its event stream.',
    scopes: ['workflows:read', 'workflows:execute'],
    params: { id: 'workflow' },
    body: ExecuteBody,
    answer: ExecutionStarted,
    status: 202,
    handle: async ({ platform, caller, params: { id }, body }) =>
      startExecution(platform, { workspaceId: caller.workspaceId, workflowId: id, inputs: body.inputs }),
  }),
  versionedRoute({
    method: 'GET',
    path: '/executions',
    tag,
    summary: 'List executions',
    description:
      'Lists executions, newest first. The query can limit them to a workflow, a trigger or a state, or to those in which an approval waits. `inputs` and `outputs` are null if their JSON is longer than 262,144 characters, or if those before them in the page have 8 MiB already: the execution itself has them.',
    scopes: ['executions:read'],
    query: ExecutionListQuery,
    answer: ListedExecution,
    list: true,
    handle: async ({ platform, caller, query }) => pageExecutions(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'GET',
    path: '/executions/export',
    tag,
    summary: 'Download executions',
    description: `Streams every execution that matches the query, newest first, ${tableFormats}.`,
    operationId: 'exportExecutions',
    scopes: ['executions:read'],
    query: ExecutionExportQuery,
    bare: {
      'text/csv': { example: 'id,workflow_id,workflow_name,…\r\nexe_01…,wf_01…,Summarise,…\r\n' },
      'application/x-ndjson': { example: '{"id":"exe_01…","workflow_id":"wf_01…","status":"completed"}\n' },
    },
    errors: ['validation_error'],
    handle: async ({ platform, caller, query }) => exportExecutions(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'GET',
    path: '/executions/:id',
    tag,
    summary: 'Get an execution',
    description: 'Returns an execution with its inputs, and its outputs or its error once it has ended.',
    scopes: ['executions:read'],
    params,
    answer: Execution,
    handle: async ({ platform, caller, params: { id } }) => getExecution(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'GET',
    path: '/executions/:id/nodes',
    tag,
    summary: 'List the runs of an execution’s nodes, oldest first',
    description:
      'Lists every attempt of every node with its inputs, outputs or error; `from` and `to` refer to when it started. `outputs` is null if the JSON of the page’s outputs up to it is longer than 8 MiB, unless it is the first: request smaller pages. Without workflows:write, secrets of HTTP requests are masked.',
    scopes: ['executions:read'],
    params,
    query: PageQuery,
    answer: NodeRun,
    list: true,
    handle: async ({ platform, caller, params: { id }, query }) => pageNodeRuns(platform, caller, id, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/executions/:id/cancel',
    tag,
    summary: 'Cancel an execution',
    description:
      'Ends a pending, running or waiting execution and stops its work. Returns 400 if it has already ended.',
    scopes: ['executions:read', 'executions:cancel'],
    params,
    answer: ExecutionCancelled,
    handle: async ({ platform, caller, params: { id } }) => cancelExecution(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'POST',
    path: '/executions/:id/retry',
    tag,
    summary: 'Continue a failed execution',
    description: 'Starts a new execution that reuses the results of the completed nodes.',
    scopes: ['workflows:execute'],
    params,
    answer: ExecutionRetried,
    status: 202,
    handle: async ({ platform, caller, params: { id } }) => retryExecution(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'POST',
    path: '/executions/:id/approvals/:node_id',
    tag,
    summary: 'Approve or reject what an execution waits for',
    description: 'Decides an approval node. A second decision returns 400.',
    scopes: ['executions:approve'],
    params: { id: 'execution', node_id: 'approval' },
    body: ApprovalDecision,
    answer: ApprovalDecided,
    handle: async ({ platform, caller, params: { id, node_id: nodeId }, body }) =>
      decide(platform, caller, { id, nodeId }, body),
  }),
  versionedRoute({
    method: 'GET',
    path: '/executions/:id/events',
    tag,
    summary: 'Follow an execution',
    description: 'Server-Sent Events. Last-Event-ID resumes after that event.',
    scopes: ['executions:read'],
    params,
    events: executionEvents,
    handle: async ({ platform, caller, params: { id }, headers }) => {
      requireEventStream(headers);
      const execution = await getExecutionHead(platform, caller.workspaceId, id);
      const after = readLastEventId(headers) ?? 0;
      return EventStream.of((signal) => streamExecution(platform, execution, after, signal));
    },
  }),
];
