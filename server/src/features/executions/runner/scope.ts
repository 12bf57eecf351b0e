import type { WorkflowDefinition } from '@portico/shared-types';
import type { NodeError } from '../engine/node-error.ts';
import type { ClaimedExecution } from './state/records.ts';

/** A running definition: the execution's own, one item of a loop, or a called workflow. */
export interface Scope {
  readonly definition: WorkflowDefinition;
  /** Prefix of the ids of its nodes: nothing, `each[2].` or `call.`. */
  readonly prefix: string;
  /** Scope of its templates besides the nodes: inputs, and in a loop item and index. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Results of the surrounding nodes, which a loop's body can read too. */
  readonly outerNodes: Readonly<Record<string, unknown>>;
  /** Depth of workflow calls. */
  readonly depth: number;
}

/** A node's failure that fails its scope. `nodeId` is null if the scope's outputs could not be evaluated. */
export class ScopeFailure extends Error {
  readonly nodeId: string | null;
  readonly error: NodeError;

  constructor(nodeId: string | null, error: NodeError) {
    super(error.message, { cause: error });
    this.nodeId = nodeId;
    this.error = error;
  }
}

/** `execution` as templates see it. */
export function describeExecution(execution: ClaimedExecution): Record<string, unknown> {
  const { id, workflow_id, workflow_name, workflow_version, trigger_id, retry_of, created_at, started_at } = execution;
  return { id, workflow_id, workflow_name, workflow_version, trigger_id, retry_of, created_at, started_at };
}
