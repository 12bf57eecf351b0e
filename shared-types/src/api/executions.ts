import { z } from 'zod';
import { exportFormat, PageQuery, QueryFlag, QueryTime, Timestamp } from '../envelope.ts';
import { RunError } from '../errors.ts';

const Json = z.record(z.string(), z.unknown());

/**
 * pending → running ⇄ waiting → completed | failed | cancelled; the last three never change
 * (docs/reference/executions.md#states).
 */
export const ExecutionStatus = z.enum(['pending', 'running', 'waiting', 'completed', 'failed', 'cancelled']);
export type ExecutionStatus = z.infer<typeof ExecutionStatus>;

/** Why an execution failed; `node_id` is null if no node caused it (docs/reference/executions.md#fields). */
export const ExecutionError = z.object({ code: z.string(), message: z.string(), node_id: z.string().nullable() });
export type ExecutionError = z.infer<typeof ExecutionError>;

/** One run of a workflow (docs/reference/executions.md#fields). */
export const Execution = z.object({
  id: z.string(),
  workflow_id: z.string(),
  workflow_name: z.string(),
  workflow_version: z.int(),
  trigger_id: z.string().nullable(),
  retry_of: z.string().nullable(),
  status: ExecutionStatus,
  inputs: Json,
  outputs: Json.nullable(),
  error: ExecutionError.nullable(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  cancelled_at: Timestamp.nullable(),
  duration_ms: z.int().nullable(),
});
export type Execution = z.infer<typeof Execution>;

/** An execution in a list: large inputs and outputs are null there. */
export const ListedExecution = Execution.extend({ inputs: Json.nullable() });
export type ListedExecution = z.infer<typeof ListedExecution>;

/** The response to starting an execution (docs/reference/executions.md#starting). */
export const ExecutionStarted = z.object({
  execution_id: z.string(),
  workflow_id: z.string(),
  status: ExecutionStatus,
  inputs: Json,
});
export type ExecutionStarted = z.infer<typeof ExecutionStarted>;

/** The response of a retry: a new execution that continues after the completed nodes of the failed one. */
export const ExecutionRetried = z.object({ ...ExecutionStarted.shape, retry_of: z.string() });
export type ExecutionRetried = z.infer<typeof ExecutionRetried>;

export const ExecutionCancelled = z.object({
  id: z.string(),
  workflow_id: z.string(),
  status: z.literal('cancelled'),
  cancelled_at: Timestamp,
});
export type ExecutionCancelled = z.infer<typeof ExecutionCancelled>;

export const ExecutionListQuery = PageQuery.extend({
  workflow_id: z.string().optional(),
  trigger_id: z.string().optional(),
  status: ExecutionStatus.optional(),
  awaiting_approval: QueryFlag.optional(),
  failed_since: QueryTime.optional().describe('Only executions that failed since then, whenever they were created.'),
});
export type ExecutionListQuery = z.infer<typeof ExecutionListQuery>;

export const ExecutionExportQuery = ExecutionListQuery.omit({ page: true, per_page: true }).extend({
  format: exportFormat(),
});
export type ExecutionExportQuery = z.infer<typeof ExecutionExportQuery>;

export const NodeRunStatus = z.enum(['running', 'waiting', 'completed', 'failed', 'skipped', 'cancelled']);
export type NodeRunStatus = z.infer<typeof NodeRunStatus>;

/** What another server answered to a request that failed with its status. */
export const FailedResponse = z.object({
  status: z.int(),
  /** JSON as such; otherwise a text, of a long one the first 4,000 characters. Secrets of the request are masked. */
  body: z.unknown(),
});
export type FailedResponse = z.infer<typeof FailedResponse>;

/** Why an attempt of a node failed; `response` if a server refused its request. */
export const NodeRunError = RunError.extend({ response: FailedResponse.optional() });
export type NodeRunError = z.infer<typeof NodeRunError>;

/**
 * One attempt of a node. The `node_id` of a node inside a loop's body or a called workflow includes its path, like
 * `each[2].fetch`; its approval is decided under the same name.
 */
export const NodeRun = z.object({
  node_id: z.string(),
  node_type: z.string(),
  status: NodeRunStatus,
  attempt: z.int(),
  inputs: Json.nullable(),
  outputs: Json.nullable(),
  error: NodeRunError.nullable(),
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  duration_ms: z.int().nullable(),
});
export type NodeRun = z.infer<typeof NodeRun>;

export const ApprovalDecision = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  comment: z.string().max(10_000).optional(),
});
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

/** The response of a decision on an approval. */
export const ApprovalDecided = z.object({
  execution_id: z.string(),
  node_id: z.string(),
  decision: z.enum(['approved', 'rejected']),
  decided_by: z.string(),
  comment: z.string().nullable(),
  decided_at: Timestamp,
});
export type ApprovalDecided = z.infer<typeof ApprovalDecided>;
