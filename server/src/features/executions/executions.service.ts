import type {
  ApprovalDecided,
  ApprovalDecision,
  Execution,
  ExecutionCancelled,
  ExecutionListQuery,
  ListedExecution,
  NodeRun,
  PageQuery,
} from '@portico/shared-types';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Page } from '../../platform/http/route.ts';
import { maskRequest } from '../../platform/mask-request.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ExecutionsPlatform } from './executions-platform.ts';
import { announce } from '../webhooks/index.ts';
import { announceCancel, hintWorkers } from './executions.jobs.ts';
import {
  decideApproval,
  type ExecutionHead,
  findApproval,
  findExecution,
  findExecutionHead,
  listExecutions,
  listNodeRuns,
  lockExecution,
  markCancelled,
  wakeExecution,
} from './executions.sql.ts';

/** An execution as returned by its GET. Throws 404. */
export async function getExecution(platform: Platform, workspaceId: string, id: string): Promise<Execution> {
  const execution = await findExecution(platform.database.sql, workspaceId, id);
  if (!execution) throw notFound('execution', id);
  return execution;
}

/** Its state without its values. Throws 404. */
export async function getExecutionHead(platform: Platform, workspaceId: string, id: string): Promise<ExecutionHead> {
  const head = await findExecutionHead(platform.database.sql, workspaceId, id);
  if (!head) throw notFound('execution', id);
  return head;
}

export async function pageExecutions(
  platform: Platform,
  workspaceId: string,
  query: ExecutionListQuery,
): Promise<Page<ListedExecution>> {
  const { sql } = platform.database;
  return listExecutions(sql, workspaceId, query);
}

/**
 * The attempts of an execution's nodes, oldest first. Secrets of their requests are masked for readers without
 * workflows:write. Throws 404.
 */
export async function pageNodeRuns(
  platform: Platform,
  { workspaceId, scopes }: Pick<Caller, 'workspaceId' | 'scopes'>,
  id: string,
  query: PageQuery,
): Promise<Page<NodeRun>> {
  await getExecutionHead(platform, workspaceId, id);
  const page = await listNodeRuns(platform.database.sql, id, query);
  return scopes.includes('workflows:write') ? page : { ...page, items: page.items.map(maskRun) };
}

function maskRun(run: NodeRun): NodeRun {
  const { node_type: type, inputs } = run;
  if ((type !== 'http_request' && type !== 'extract') || typeof inputs !== 'object' || inputs === null) return run;
  return { ...run, inputs: maskRequest(inputs) };
}

/**
 * Cancels an execution and stops its work (docs/reference/executions.md#cancelling). Throws 404, and 400 once it has
 * ended.
 */
export async function cancelExecution(
  platform: Platform,
  workspaceId: string,
  id: string,
): Promise<ExecutionCancelled> {
  const cancelled = await platform.database.transaction(async (tx) => {
    await lockExecution(tx, workspaceId, id);
    const row = await markCancelled(tx, workspaceId, id);
    if (!row) return undefined;
    const data = { execution_id: id, status: 'cancelled', cancelled_at: row.cancelled_at };
    await platform.events.append(tx, id, [{ event: 'execution:cancelled', data }]);
    const execution = { ...(await findExecution(tx, workspaceId, id)) };
    await announce(tx, { workspaceId, type: 'execution.cancelled', data: execution });
    return row;
  });
  if (!cancelled) {
    const { status } = await getExecutionHead(platform, workspaceId, id);
    throw invalid({
      path: 'params.id',
      message: `the execution is ${status} and can't be cancelled`,
      code: 'not_in_this_state',
    });
  }
  announceCancel(platform, id);
  return { id, ...cancelled, status: 'cancelled' };
}

/**
 * Decides a waiting approval once (docs/reference/executions.md#approvals). Throws 404, and 400 if it no longer waits.
 */
export async function decide(
  platform: ExecutionsPlatform,
  by: { workspaceId: string; actor: { id: string } },
  { id, nodeId }: { id: string; nodeId: string },
  { decision, comment }: ApprovalDecision,
): Promise<ApprovalDecided> {
  const { sql } = platform.database;
  await getExecutionHead(platform, by.workspaceId, id);
  const verdict = decision === 'approve' ? 'approved' : 'rejected';
  const made = { decision: verdict, decided_by: by.actor.id, comment: comment ?? null } as const;
  const decided = await platform.database.transaction(async (tx) => {
    await lockExecution(tx, by.workspaceId, id);
    const taken = await decideApproval(tx, by.workspaceId, id, nodeId, made);
    if (taken) await wakeExecution(tx, id);
    return taken;
  });
  if (!decided) {
    const approval = await findApproval(sql, id, nodeId);
    if (!approval) throw notFound('approval', nodeId);
    const open = approval.decided ? 'decided' : 'expired';
    const state = approval.status === 'waiting' ? open : approval.status;
    throw invalid({ path: 'params.node_id', message: `the approval is ${state} already`, code: 'already_decided' });
  }
  await hintWorkers(platform, id);
  return { execution_id: id, node_id: nodeId, ...made, decided_at: new Date().toISOString() };
}
