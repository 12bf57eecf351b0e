import type { WorkflowDefinition } from '@portico/shared-types';
import type { Platform } from '../../platform/platform.ts';
import { retryOutages } from '../../platform/retry-outages.ts';
import { announceProgress } from './announce-progress.ts';
import { loadVersion } from './definitions.ts';
import { engineOf } from './engine-of.ts';
import { validateSchema } from './engine/sandbox/validate-schema.ts';
import {
  checkLeases,
  claimExecution,
  decideOnce,
  findDueExecutions,
  findRecordedRuns,
  releaseHeldExecutions,
  findDecisions,
} from './executions.lease.sql.ts';
import { extractSource } from './extract-source.ts';
import type { NodePorts } from './nodes/node-context.ts';
import { Dispatcher } from './runner/dispatcher.ts';
import { ExecutionRun } from './runner/execution-run.ts';
import type { WriteBatch } from './runner/journal.ts';
import type { ClaimedExecution } from './runner/records.ts';
import type { RunServices } from './runner/run-state.ts';
import { writeTogether } from './write-together.ts';
import { findStartableWorkflow } from './workflow-lookup.sql.ts';

/** Milliseconds that runs get to end by themselves when the process is told to stop. */
const patienceMs = 5_000;
/** How long a write waits for the database: less than a lease lasts, so that a restart in the middle loses no result. */
const writeTimeoutMs = 8_000;
const cancelTopic = 'executions.cancelled';

const dispatchers = new WeakMap<Platform, Dispatcher>();

/** The ports that come from other features; the composition joins them, as some of those call executions themselves. */
export type FeaturePorts = (platform: Platform) => Pick<NodePorts, 'queryKnowledge' | 'replyAsAgent'>;

/** Starts running executions in this process; answers a function that stops it. */
export function startExecutionWorker(platform: Platform, featurePorts: FeaturePorts): () => Promise<void> {
  const started = startDispatcher(platform, createServices(platform, featurePorts));
  const unsubscribe = platform.bus.subscribe(cancelTopic, (id) => findDispatcher(platform)?.abandon(id));
  return async () => {
    unsubscribe();
    const dispatcher = await started;
    dispatchers.delete(platform);
    await dispatcher.stop(patienceMs);
  };
}

async function startDispatcher(platform: Platform, services: RunServices): Promise<Dispatcher> {
  const { sql, embedded } = platform.database;
  // The embedded database has one process: whatever is held when it starts was held by one that is gone.
  if (embedded) await releaseHeldExecutions(sql);
  const dispatcher = new Dispatcher({
    log: platform.log,
    begin: async (execution) => createRun(platform, services, execution),
    claim: async (id) => {
      const claimed = await claimExecution(sql, id);
      if (!claimed) return undefined;
      const last_event_id = isFresh(claimed) ? 0 : await platform.events.lastId(sql, id);
      return createRun(platform, services, { ...claimed, last_event_id });
    },
    findDue: async (limit) => findDueExecutions(sql, limit),
    checkLeases: async (leases, extend) => checkLeases(sql, leases, extend),
  });
  dispatchers.set(platform, dispatcher);
  return dispatcher;
}

/** This process' dispatcher, undefined where it has no worker role. */
export function findDispatcher(platform: Platform): Dispatcher | undefined {
  return dispatchers.get(platform);
}

/** Tells every worker that an execution was cancelled; one that doesn't hear it finds its lease gone within a second. */
export function announceCancel(platform: Platform, id: string): void {
  platform.bus.publish(cancelTopic, id);
}

async function createRun(
  platform: Platform,
  services: RunServices,
  execution: ClaimedExecution,
): Promise<ExecutionRun> {
  const { sql } = platform.database;
  const { id } = execution;
  return new ExecutionRun({
    execution,
    definition: await findDefinition(platform, execution),
    recorded: isFresh(execution) && execution.retry_of === null ? [] : await findRecordedRuns(sql, id),
    services,
    write: createWriter(platform, execution),
    findDecisions: async () => findDecisions(sql, id),
  });
}

/**
 * What the execution runs. One that this server can't read, as a newer server's, is left to a worker that can; but once the
 * execution's time is over it ends here, for which its definition isn't needed.
 */
async function findDefinition(platform: Platform, execution: ClaimedExecution): Promise<WorkflowDefinition> {
  const { workflow_id, workflow_version, deadline_at } = execution;
  try {
    const version = await loadVersion(platform, workflow_id, workflow_version);
    if (!version) throw new Error(`Version ${workflow_version} of ${workflow_id} is gone.`);
    return version.definition;
  } catch (error) {
    if (Date.parse(deadline_at) > Date.now()) throw error;
    return { nodes: [], edges: [], outputs: {} };
  }
}

/** True for the first worker that takes an execution: nobody has written anything of it yet. */
function isFresh({ lease_token }: Pick<ClaimedExecution, 'lease_token'>): boolean {
  return lease_token === 1;
}

function createWriter(platform: Platform, execution: ClaimedExecution): WriteBatch {
  let lastEventId = execution.last_event_id;
  return async (batch) => {
    const announcements = announceProgress(execution, batch);
    const recorded = await retryOutages(
      async () => writeTogether(platform, { claimed: execution, lastEventId, batch, announcements }),
      { timeoutMs: writeTimeoutMs },
    );
    if (!recorded) return false;
    lastEventId += recorded.length;
    return true;
  };
}

function createServices(platform: Platform, featurePorts: FeaturePorts): RunServices {
  const { sql } = platform.database;
  const { templates, scripts, expressions } = engineOf(platform);
  return {
    log: platform.log,
    templates,
    ports: {
      sandbox: scripts,
      models: platform.models,
      outbound: platform.outbound,
      extractText: async (request, signal) => extractSource(platform, request, signal),
      ...featurePorts(platform),
    },
    async callWorkflow(workspaceId, workflowId, version, inputs) {
      const workflow = await findStartableWorkflow(sql, workspaceId, workflowId);
      if (version === null && workflow?.status !== 'active') return undefined;
      const wanted = version ?? workflow?.version;
      if (wanted === undefined) return undefined;
      const loaded = await loadVersion(platform, workflowId, wanted);
      if (!loaded) return undefined;
      const checked = await validateSchema(loaded.input_schema, inputs, expressions);
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
