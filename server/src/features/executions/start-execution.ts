import type { ExecutionRetried, ExecutionStarted } from '@portico/shared-types';
import { ApiError, invalid, notFound } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { engineOf } from './engine-of.ts';
import { deepest, isTooDeep } from './engine/is-too-deep.ts';
import { NodeError } from './engine/node-error.ts';
import { validateSchema } from './engine/sandbox/validate-schema.ts';
import { getExecution } from './executions.service.ts';
import { insertClaimedExecution, insertExecution, type NewExecution } from './executions.lease.sql.ts';
import { copySettledRuns } from './executions.sql.ts';
import { findDispatcher } from './executions.worker.ts';
import { hintWorkers } from './hint-workers.ts';
import { findStartableWorkflow, type StartableWorkflow } from './workflow-lookup.sql.ts';

export interface StartRequest {
  workspaceId: string;
  workflowId: string;
  inputs: Record<string, unknown>;
  triggerId?: string | undefined;
  /** An id that the caller made and keeps; asking again with it starts nothing a second time. */
  id?: string | undefined;
}

/**
 * Starts an execution of a workflow's newest version (spec section 4.1); its inputs come back with the schema's
 * defaults. Throws 404 for an unknown workflow, 400 for an inactive one and for inputs that miss the schema.
 */
export async function startExecution(platform: Platform, request: StartRequest): Promise<ExecutionStarted> {
  const { workspaceId, workflowId } = request;
  const { sql } = platform.database;
  const workflow = await findStartableWorkflow(sql, workspaceId, workflowId);
  if (!workflow) throw notFound('workflow', workflowId);
  if (workflow.status !== 'active') throw invalid({ path: 'params.id', message: 'the workflow is inactive' });
  const inputs = await checkInputs(platform, workflow, request.inputs);
  const id = request.id ?? createId('exe');
  await record(platform, {
    id,
    workspaceId,
    workflowId,
    version: workflow.version,
    name: workflow.name,
    triggerId: request.triggerId ?? null,
    retryOf: null,
    inputs,
    maxDurationS: workflow.max_duration_s,
  });
  return { execution_id: id, workflow_id: workflowId, status: 'pending', inputs };
}

/** Records the execution; where this process has room for it, it is taken in the same statement. */
async function record(platform: Platform, execution: NewExecution): Promise<void> {
  const { sql } = platform.database;
  const dispatcher = findDispatcher(platform);
  if (dispatcher?.hasRoom !== true) {
    await insertExecution(sql, execution);
    await hintWorkers(platform, execution.id);
    return;
  }
  const claimed = await insertClaimedExecution(sql, execution);
  if (claimed) dispatcher.begin(claimed);
}

/**
 * Goes on from what a failed execution had completed, as a new execution of the same version. Throws 404, and 400 for
 * one that didn't fail.
 */
export async function retryExecution(platform: Platform, workspaceId: string, id: string): Promise<ExecutionRetried> {
  const failed = await getExecution(platform, workspaceId, id);
  if (failed.status !== 'failed') {
    throw invalid({ path: 'params.id', message: `the execution is ${failed.status}; only a failed one is retried` });
  }
  const workflow = await findStartableWorkflow(platform.database.sql, workspaceId, failed.workflow_id);
  if (!workflow) throw notFound('workflow', failed.workflow_id);
  if (workflow.status !== 'active') throw invalid({ path: 'params.id', message: 'the workflow is inactive' });
  const next = createId('exe');
  await platform.database.transaction(async (tx) => {
    await insertExecution(tx, {
      id: next,
      workspaceId,
      workflowId: failed.workflow_id,
      version: failed.workflow_version,
      name: failed.workflow_name,
      triggerId: failed.trigger_id,
      retryOf: id,
      inputs: failed.inputs,
      maxDurationS: workflow.max_duration_s,
    });
    await copySettledRuns(tx, id, next);
  });
  await hintWorkers(platform, next);
  return {
    execution_id: next,
    workflow_id: failed.workflow_id,
    status: 'pending',
    inputs: failed.inputs,
    retry_of: id,
  };
}

async function checkInputs(
  platform: Platform,
  workflow: StartableWorkflow,
  inputs: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (isTooDeep(inputs)) {
    throw invalid({ path: 'body.inputs', message: `is nested more than ${deepest} levels deep` });
  }
  try {
    const { expressions } = engineOf(platform);
    const { value, faults } = await validateSchema(workflow.input_schema, inputs, expressions);
    if (faults.length === 0) return value as Record<string, unknown>;
    throw invalid(faults.map(({ path, message }) => ({ path: joinInputs(path), message })));
  } catch (error) {
    if (error instanceof ApiError || !(error instanceof NodeError)) throw error;
    throw invalid({ path: 'body.inputs', message: 'could not be checked against the input_schema in time' });
  }
}

function joinInputs(path: string): string {
  if (path === '') return 'body.inputs';
  return path.startsWith('[') ? `body.inputs${path}` : `body.inputs.${path}`;
}
