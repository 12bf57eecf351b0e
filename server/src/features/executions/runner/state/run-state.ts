import type { WorkflowDefinition } from '@portico/shared-types';
import type { FairQueue } from '../../../../platform/fair-queue.ts';
import type { Log } from '../../../../platform/log.ts';
import type { SchemaFault } from '../../../../platform/json-schema/check-schema.ts';
import type { Templates } from '../../engine/templates/templates.ts';
import type { NodePorts, Outputs } from '../../nodes/node-context.ts';
import type { Activity } from './activity.ts';
import type { DataBudget } from './data-budget.ts';
import type { Journal } from './journal.ts';
import type { Recall } from './recall.ts';
import type { ClaimedExecution, Decision, RunRecord } from './records.ts';
import type { Scope } from '../scope.ts';
import type { Waits } from './waits.ts';

/** A workflow called by a node. */
export interface CalledWorkflow {
  definition: WorkflowDefinition;
  inputs: Record<string, unknown>;
  faults: SchemaFault[];
  version: number;
}

/** The dependencies of a run outside of the engine, in addition to the ports of its nodes. */
export interface RunServices {
  readonly log: Log;
  readonly templates: Templates;
  readonly ports: NodePorts;
  /**
   * Finds a workflow to call, at `version` or the newest, and checks its inputs; undefined if no such workflow may be
   * executed.
   */
  callWorkflow(
    workspaceId: string,
    workflowId: string,
    version: number | null,
    inputs: Record<string, unknown>,
  ): Promise<CalledWorkflow | undefined>;
  /**
   * Decides an approval as expired unless there is a decision; returns the final decision. Undefined if it no longer
   * waits, or the lease is lost.
   */
  expireApproval(execution: ClaimedExecution, run: Pick<RunRecord, 'path' | 'attempt'>): Promise<Decision | undefined>;
}

/** State shared by all nodes of one run. */
export interface RunState {
  readonly execution: ClaimedExecution;
  readonly services: RunServices;
  readonly journal: Journal;
  readonly recall: Recall;
  readonly budget: DataBudget;
  readonly activity: Activity;
  readonly waits: Waits;
  /** Runs a node that occupies other servers as soon as few enough of the run do. */
  readonly remotes: FairQueue;
  /** Known decisions on approvals, by `keyOfRun`. */
  readonly decisions: Map<string, Decision>;
  /** Runs a scope inside of this run. */
  runScope(scope: Scope, signal: AbortSignal): Promise<Outputs>;
  /** True if no further attempt is to begin in this run, so that it ends soon. */
  isGivingWay(): boolean;
  /** Progress of the whole execution in percent. */
  progress(): number;
}
