import {
  ApprovalDecided,
  ApprovalDecision,
  ExecuteBody,
  Execution,
  ExecutionCancelled,
  ExecutionFilter,
  ExecutionRetried,
  ExecutionStarted,
  executionEvents,
  NodeRun,
  PageQuery,
} from '@portico/shared-types';
import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';
import { versionedRoute } from '../../platform/http/route.ts';
import { EventStream } from '../../platform/sse.ts';
import { cancelExecution, decide, getExecution, pageExecutions, pageNodeRuns } from './executions.service.ts';
import { retryExecution, startExecution } from './start-execution.ts';
import { streamExecution } from './stream-execution.ts';

const tag = 'Executions';
const params = { id: 'execution' };

export const executionRoutes = [
  versionedRoute({
    method: 'POST',
    path: '/workflows/:id/execute',
    tag: 'Workflows',
    summary: 'Execute a workflow',
    scopes: ['workflows:read', 'workflows:execute'],
    params: { id: 'workflow' },
    body: z.preprocess((body) => body ?? {}, ExecuteBody),
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
    scopes: ['executions:read'],
    query: z.object({ ...PageQuery.shape, ...ExecutionFilter.shape }),
    answer: Execution,
    list: true,
    handle: async ({ platform, caller, query }) => pageExecutions(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'GET',
    path: '/executions/:id',
    tag,
    summary: 'Get an execution',
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
    scopes: ['executions:read'],
    params,
    query: PageQuery,
    answer: NodeRun,
    list: true,
    handle: async ({ platform, caller, params: { id }, query }) =>
      pageNodeRuns(platform, caller.workspaceId, id, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/executions/:id/cancel',
    tag,
    summary: 'Cancel an execution',
    scopes: ['executions:read', 'executions:cancel'],
    params,
    answer: ExecutionCancelled,
    handle: async ({ platform, caller, params: { id } }) => cancelExecution(platform, caller.workspaceId, id),
  }),
  versionedRoute({
    method: 'POST',
    path: '/executions/:id/retry',
    tag,
    summary: 'Go on from what a failed execution had completed',
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
    answer: z.unknown(),
    events: executionEvents,
    handle: async ({ platform, caller, params: { id }, headers }) => {
      if (!acceptsEventStream(headers.accept)) {
        throw invalid({ path: 'headers.accept', message: 'must allow text/event-stream' });
      }
      const execution = await getExecution(platform, caller.workspaceId, id);
      const after = readLastEventId(headers['last-event-id']);
      return new EventStream((signal) => streamExecution(platform, execution, after, signal));
    },
  }),
];

/** An Accept that rules text/event-stream out is a 400 (contract section 7); RFC 9110 section 12.5.1. */
function acceptsEventStream(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const quality = new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [type, q === undefined ? 1 : Number(q)] as const;
    }),
  );
  const best = quality.get('text/event-stream') ?? quality.get('text/*') ?? quality.get('*/*') ?? 0;
  return best > 0;
}

function readLastEventId(value: string | string[] | undefined): number {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0;
}
