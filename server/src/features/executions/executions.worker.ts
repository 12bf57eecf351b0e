import type { ExecutionError, WorkflowDefinition } from '@portico/shared-types';
import { shortenText } from '../../platform/cut-text.ts';
import { validateSchema } from '../../platform/json-schema/validate-schema.ts';
import { LeaseLost } from '../../platform/leases/lease.ts';
import { LeasedWorker } from '../../platform/leases/leased-worker.ts';
import type { ClaimCapacity, FailReason, Turn } from '../../platform/leases/ports.ts';
import { replaceOne } from '../../platform/leases/replace-one.ts';
import { writeTimeoutMs } from '../../platform/leases/timings.ts';
import { retryOutages } from '../../platform/retry-outages.ts';
import { toStorableText } from '../../platform/storable-text.ts';
import { askModel } from '../credits/index.ts';
import { announceProgress } from './announce-progress.ts';
import { toDatabaseTime, toMachineTime } from './database-time.ts';
import {
  claimExecutions,
  decideOnce,
  findDecisions,
  findRecordedRuns,
  measureRecordedRuns,
  releaseAllExecutions,
  releaseExecution,
  renewExecutions,
} from './executions.claims.sql.ts';
import type { ExecutionsPlatform } from './executions-platform.ts';
import { cancelTopic } from './executions.jobs.ts';
import { extractSource } from './extract-source.ts';
import type { NodePorts } from './nodes/node-context.ts';
import { ExecutionRun } from './runner/execution-run.ts';
import { DataBudget } from './runner/state/data-budget.ts';
import { Journal, type WriteBatch } from './runner/state/journal.ts';
import type { ClaimedExecution } from './runner/state/records.ts';
import { RunEnd } from './runner/state/run-end.ts';
import type { RunServices } from './runner/state/run-state.ts';
import { UnstorableRun } from './runner/state/unstorable-run.ts';
import { listTemplates } from './list-templates.ts';
import { findStartableWorkflow } from './workflow-lookup.sql.ts';

/** The ports provided by other features. */
export type FeaturePorts = Pick<NodePorts, 'queryKnowledge' | 'replyAsAgent'>;

/** Maximum number of executions that one process runs at the same time; each mostly waits for a model or a server. */
const slots = { slots: 125, share: 100 };

/** Starts running executions in this process; returns the function that stops it. */
export function startExecutionWorker(platform: ExecutionsPlatform, featurePorts: FeaturePorts): () => Promise<void> {
  const { sql, embedded } = platform.database;
  const services = createServices(platform, featurePorts);
  const groupOf = (execution: ClaimedExecution): string => execution.workspace_id;
  // The newest event is read by a later statement when an execution runs (claimExecutions).
  const claim = async (capacity: ClaimCapacity): Promise<ClaimedExecution[]> =>
    (await claimExecutions(sql, capacity)).map((claimed) => ({ ...claimed, last_event_id: 0 }));
  const worker = new LeasedWorker<ClaimedExecution>(
    {
      name: 'execution',
      log: platform.log,
      ...slots,
      groupOf,
      claim,
      replace: async (running, ending) => replaceOne(running, { ...slots, groupOf, ending }, claim),
      renew: async (leases, extend) => renewExecutions(sql, leases, extend),
      release: async (execution, { afterMs }) => releaseExecution(sql, execution, afterMs),
      releaseAll: async () => releaseAllExecutions(sql),
      run: async (execution, turn) => runExecution(platform, services, execution, turn),
      fail: async (execution, reason, error) => failExecution(platform, execution, describeFailure(reason, error)),
    },
    platform.leases,
  );
  const stop = platform.executions.worker.start(worker, { isAlone: embedded });
  const unsubscribe = platform.bus.subscribe(cancelTopic, (id) => worker.abandon(id));
  return async () => {
    unsubscribe();
    await stop();
  };
}

async function runExecution(
  platform: ExecutionsPlatform,
  services: RunServices,
  execution: ClaimedExecution,
  turn: Turn,
): Promise<number | undefined> {
  const run = await createRun(platform, services, await findLastEvent(platform, execution), turn.signal);
  const stop = (): void => {
    const { reason } = turn.signal;
    run.stop(reason instanceof LeaseLost && reason.reason === 'handed-back' ? 'handed-back' : 'lost');
  };
  if (turn.signal.aborted) stop();
  turn.signal.addEventListener('abort', stop, { once: true });
  turn.onWake(async () => run.wake());
  turn.onReplaced(() => run.giveWay());
  try {
    return await run.run();
  } catch (error) {
    // Its end was written too late: it was cancelled, or another worker has it.
    throw error instanceof RunEnd ? new LeaseLost() : error;
  }
}

/** The public error of an execution that can't be completed; it names the node whose result is refused. */
function describeFailure(reason: FailReason, cause: unknown): ExecutionError {
  const code = 'node_execution_failed';
  if (reason === 'interrupted') {
    return { code, message: 'The server was interrupted at it again and again.', node_id: null };
  }
  const why = cause instanceof Error ? shortenText(toStorableText(cause.message), 200) : 'the database refuses it';
  const path = cause instanceof UnstorableRun ? cause.path : null;
  const what = path === null ? 'The result of the execution' : `The result of the node ${path}`;
  return { code, message: `${what} can’t be stored: ${why}.`, node_id: path?.split(/[.[]/, 1)[0] ?? null };
}

/** Ends an execution that can't be completed. */
async function failExecution(
  platform: ExecutionsPlatform,
  claimed: ClaimedExecution,
  error: ExecutionError,
): Promise<void> {
  const last_event_id = await platform.events.lastId(platform.database.sql, claimed.id);
  const execution = { ...claimed, last_event_id };
  const journal = new Journal(createWriter(platform, execution), () => undefined);
  const change = { kind: 'end', status: 'failed', outputs: null, error: JSON.stringify(error) } as const;
  const data = { execution_id: execution.id, status: 'failed', error };
  await journal.close(change, { event: 'execution:failed', data });
}

async function findLastEvent(platform: ExecutionsPlatform, execution: ClaimedExecution): Promise<ClaimedExecution> {
  if (isFresh(execution)) return execution;
  return { ...execution, last_event_id: await platform.events.lastId(platform.database.sql, execution.id) };
}

async function createRun(
  platform: ExecutionsPlatform,
  services: RunServices,
  execution: ClaimedExecution,
  signal: AbortSignal,
): Promise<ExecutionRun> {
  const { sql } = platform.database;
  const { id, workspace_id } = execution;
  const definition = await findDefinition(platform, execution);
  const budget = new DataBudget(workspace_id, platform.executions.memory);
  try {
    const recorded =
      isFresh(execution) && execution.retry_of === null
        ? []
        : await budget.read(await measureRecordedRuns(sql, id), async () => findRecordedRuns(sql, id), signal);
    const write = createWriter(platform, execution);
    return new ExecutionRun({
      execution,
      definition,
      recorded: toMachineTime(recorded, execution.database_ahead_ms),
      budget,
      services,
      write,
      findDecisions: async () => findDecisions(sql, id),
    });
  } catch (error) {
    budget.release();
    throw error;
  }
}

/**
 * The definition of the execution. One that this server can't read, like a newer server's, is left to a worker that
 * can; but an execution whose time is over ends here, because that doesn't need its definition.
 */
async function findDefinition(platform: ExecutionsPlatform, execution: ClaimedExecution): Promise<WorkflowDefinition> {
  const { workflow_id, workflow_version, deadline_at } = execution;
  try {
    const version = await platform.executions.versions.find(workflow_id, workflow_version);
    if (!version) throw new Error(`Version ${workflow_version} of ${workflow_id} is gone.`);
    return version.definition;
  } catch (error) {
    if (Date.parse(deadline_at) > Date.now()) throw error;
    return { nodes: [], edges: [], outputs: {} };
  }
}

/** True for the first worker of an execution: nothing has been written for it yet. */
function isFresh({ lease_token }: Pick<ClaimedExecution, 'lease_token'>): boolean {
  return lease_token === 1;
}

function createWriter(platform: ExecutionsPlatform, execution: ClaimedExecution): WriteBatch {
  let lastEventId = execution.last_event_id;
  return async (found) => {
    const batch = toDatabaseTime(found, execution.database_ahead_ms);
    const announcements = announceProgress(execution, batch);
    const recorded = await retryOutages(
      async () => platform.executions.writers.record({ claimed: execution, lastEventId, batch, announcements }),
      { timeoutMs: writeTimeoutMs },
    );
    if (!recorded) return false;
    lastEventId += recorded.length;
    return true;
  };
}

function createServices(platform: ExecutionsPlatform, featurePorts: FeaturePorts): RunServices {
  const { sql } = platform.database;
  const { scripts, expressions } = platform.sandboxes;
  return {
    log: platform.log,
    templates: listTemplates(platform),
    ports: {
      sandbox: scripts,
      models: platform.models,
      askModel: (call, signal) => askModel(platform, call, signal),
      outbound: platform.outbound,
      extractText: async (request, signal) => extractSource(platform, request, signal),
      ...featurePorts,
    },
    async callWorkflow(workspaceId, workflowId, version, inputs) {
      const workflow = await findStartableWorkflow(sql, workspaceId, workflowId);
      if (version === null && workflow?.status !== 'active') return undefined;
      const wanted = version ?? workflow?.version;
      if (wanted === undefined) return undefined;
      const loaded = await platform.executions.versions.find(workflowId, wanted);
      if (!loaded) return undefined;
      const given = { schema: loaded.input_schema, value: inputs };
      const checked = await validateSchema(given, expressions, { workspaceId });
      return {
        definition: loaded.definition,
        inputs: checked.value as Record<string, unknown>,
        faults: checked.faults,
        version: wanted,
      };
    },
    expireApproval: async (execution, run) =>
      decideOnce(sql, execution, run, { decision: 'expired', decided_by: null, comment: null }),
  };
}
