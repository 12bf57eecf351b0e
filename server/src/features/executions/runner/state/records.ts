import type { NodeRunError, NodeRunStatus } from '@portico/shared-types';

/** One recorded attempt of a node; JSON columns as text. */
export interface RunRecord {
  path: string;
  attempt: number;
  node_type: string;
  status: NodeRunStatus;
  inputs: string | null;
  outputs: string | null;
  branch: string | null;
  error: string | null;
  handled: boolean;
  wait_until: string | null;
  called_version: number | null;
  started_at: string | null;
  completed_at: string | null;
  duration_ms: number | null;
}

/** The same as read from the database, with parsed JSON. */
export interface RecordedRun {
  path: string;
  attempt: number;
  node_type: string;
  status: NodeRunStatus;
  inputs: Record<string, unknown> | null;
  outputs: Record<string, unknown> | null;
  branch: string | null;
  error: NodeRunError | null;
  wait_until: string | null;
  decision: Decision | null;
  called_version: number | null;
  started_at: string | null;
}

/** Identifies an attempt, and its decision: each attempt has its own, because each shows different data. */
export function keyOfRun({ path, attempt }: Pick<RunRecord, 'path' | 'attempt'>): string {
  return `${path} ${attempt}`;
}

/** The decision on an approval; `expired` if there was none in time. */
export interface Decision {
  decision: 'approved' | 'rejected' | 'expired';
  decided_by: string | null;
  comment: string | null;
}

/** A decision on a waiting attempt of an approval. */
export interface Decided {
  path: string;
  attempt: number;
  decision: Decision;
}

/** An execution as the worker that claimed it sees it. */
export interface ClaimedExecution {
  id: string;
  workspace_id: string;
  workflow_id: string;
  workflow_version: number;
  workflow_name: string;
  trigger_id: string | null;
  retry_of: string | null;
  inputs: Record<string, unknown>;
  created_at: string;
  started_at: string;
  /** By this machine's clock. */
  deadline_at: string;
  /** How far the database's clock is ahead of this machine's. */
  database_ahead_ms: number;
  /** The fence: a later claim has a higher one, and this one can then write nothing. */
  lease_token: number;
  /** Number of processes in a row that died while running it, without progress. */
  broken_off: number;
  /** The newest event of its stream, 0 if it has none. */
  last_event_id: number;
}

/** The changes that a write makes to the execution itself. */
export type ExecutionChange =
  | { kind: 'keep' }
  | { kind: 'end'; status: 'completed' | 'failed'; outputs: string | null; error: string | null }
  | { kind: 'suspend'; status: 'running' | 'waiting'; wakeAt: string };

/** The content of one statement: all of it is written, or nothing if the lease is lost. */
export interface ProgressBatch {
  runs: RunRecord[];
  events: { event: string; text: string }[];
  change: ExecutionChange;
}

/** Webhook events of a write: the arguments of announce_event() after the workspace. */
export interface Announcement {
  seed: string;
  type: string;
  event: string;
}
