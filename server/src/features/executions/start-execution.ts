import type { ExecutionRetried, ExecutionStarted } from '@portico/shared-types';
import { ApiError, invalid } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import type { ReservedSlot } from '../../platform/leases/slots.ts';
import { joinFault, SchemaError, validateSchema } from '../../platform/json-schema/validate-schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { copyPayer } from '../credits/index.ts';
import { deepest, isTooDeep } from './engine/is-too-deep.ts';
import { getExecution } from './executions.service.ts';
import { insertExecution, type NewStart } from './executions.claims.sql.ts';
import { copySettledRuns, findExecution } from './executions.sql.ts';
import type { ExecutionsPlatform } from './executions-platform.ts';
import { hintWorkers } from './executions.jobs.ts';
import type { ClaimedExecution } from './runner/state/records.ts';
import type { StartableWorkflow } from './workflow-lookup.sql.ts';

export interface StartRequest {
  workspaceId: string;
  workflowId: string;
  inputs: Record<string, unknown>;
  triggerId?: string | undefined;
  /** An id chosen by the caller; starting again with the same id starts nothing. */
  id?: string | undefined;
}

/** Maximum look-ups of a workflow that changes at the same time, before the start fails. */
const attempts = 5;

/**
 * Starts an execution of a workflow's newest version (docs/reference/executions.md#starting); its inputs are returned
 * with the schema's defaults. Throws 404 for an unknown workflow, 400 for an inactive one and for inputs that don't
 * match the schema.
 */
export async function startExecution(platform: ExecutionsPlatform, request: StartRequest): Promise<ExecutionStarted> {
  const known = platform.executions.workflows.recall(request.workflowId);
  const started = known && (await startKnown(platform, known, request));
  if (started) return started;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const workflow = await platform.executions.workflows.get(request.workspaceId, request.workflowId);
    const inputs = await checkInputs(platform, request.workspaceId, workflow, request.inputs);
    const id = request.id ?? createId('exe');
    const start = describeStart(request, workflow, id, inputs);
    const slot = platform.executions.worker.current?.reserve(request.workspaceId);
    if (slot === undefined) {
      await insertExecution(platform.database.sql, {
        ...start,
        name: workflow.name,
        retryOf: null,
        maxDurationS: workflow.max_duration_s,
      });
      await hintWorkers(platform, id);
      return describeStarted(start);
    }
    if (await beginHere(platform, slot, start)) return describeStarted(start);
    if (request.id !== undefined && (await findExecution(platform.database.sql, request.workspaceId, id))) {
      return describeStarted(start);
    }
  }
  throw new Error(`${request.workflowId} was changed during every attempt to start it`);
}

/** Why a start would be refused now, as its 400 says it; undefined if it would not. Throws 404 for an unknown workflow. */
export async function findRefusal(
  platform: ExecutionsPlatform,
  { workspaceId, workflowId, inputs }: StartRequest,
): Promise<ApiError | undefined> {
  try {
    await checkInputs(platform, workspaceId, await platform.executions.workflows.get(workspaceId, workflowId), inputs);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'validation_error') return error;
    throw error;
  }
}

/**
 * Starts an execution with the cached state of a workflow; the write checks whether it is current. Undefined if it has
 * changed, or if it might reject inputs that the newest version accepts.
 */
async function startKnown(
  platform: ExecutionsPlatform,
  workflow: StartableWorkflow,
  request: StartRequest,
): Promise<ExecutionStarted | undefined> {
  if (platform.executions.worker.current?.hasCapacity(request.workspaceId) !== true) return undefined;
  try {
    const inputs = await checkInputs(platform, request.workspaceId, workflow, request.inputs);
    const start = describeStart(request, workflow, request.id ?? createId('exe'), inputs);
    // Reserved just before it is used, so that inputs that take long to check keep no slot from others.
    const slot = platform.executions.worker.current?.reserve(request.workspaceId);
    return slot && (await beginHere(platform, slot, start)) ? describeStarted(start) : undefined;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Inserts the execution and claims it in the same statement, to run in the slot; false if that isn't possible. */
async function beginHere(
  platform: ExecutionsPlatform,
  slot: ReservedSlot<ClaimedExecution>,
  start: NewStart,
): Promise<boolean> {
  try {
    const claimed = await platform.executions.writers.start(start);
    if (claimed) slot.begin(claimed);
    return claimed !== undefined;
  } finally {
    slot.release();
  }
}

function describeStart(
  { workspaceId, workflowId, triggerId }: StartRequest,
  { version }: StartableWorkflow,
  id: string,
  inputs: Record<string, unknown>,
): NewStart {
  return { id, workspaceId, workflowId, version, triggerId: triggerId ?? null, inputs };
}

function describeStarted({ id, workflowId, inputs }: NewStart): ExecutionStarted {
  return { execution_id: id, workflow_id: workflowId, status: 'pending', inputs };
}

/**
 * Continues a failed execution after its completed nodes, as a new execution of the same version. Throws 404, and 400
 * for one that didn't fail.
 */
export async function retryExecution(
  platform: ExecutionsPlatform,
  workspaceId: string,
  id: string,
): Promise<ExecutionRetried> {
  const failed = await getExecution(platform, workspaceId, id);
  if (failed.status !== 'failed') {
    const message = `the execution is ${failed.status}; only a failed one is retried`;
    throw invalid({ path: 'params.id', message, code: 'not_in_this_state' });
  }
  const workflow = await platform.executions.workflows.get(workspaceId, failed.workflow_id);
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
    await copyPayer(tx, id, next);
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
  workspaceId: string,
  workflow: StartableWorkflow,
  inputs: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (isTooDeep(inputs)) {
    throw invalid({ path: 'body.inputs', message: `is nested more than ${deepest} levels deep` });
  }
  try {
    const { expressions } = platform.sandboxes;
    const checked = { schema: workflow.input_schema, value: inputs };
    const { value, faults } = await validateSchema(checked, expressions, { workspaceId });
    if (faults.length === 0) return value as Record<string, unknown>;
    throw invalid(faults.map(joinFault('body.inputs')));
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    throw invalid({ path: 'body.inputs', message: `could not be checked against the input_schema: ${error.message}` });
  }
}
