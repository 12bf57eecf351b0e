import { json, type Sql } from '../../platform/database.ts';
import { firstDue } from '../../platform/leases/first-due.sql.ts';
import type { HeldLease, LeaseKey } from '../../platform/leases/lease.ts';
import type { ClaimCapacity } from '../../platform/leases/ports.ts';
import { takeDue } from '../../platform/leases/take-due.sql.ts';
import { leaseMs, measureAhead, toInterval } from '../../platform/leases/timings.ts';
import type { ClaimedExecution, Decided, Decision, RecordedRun, RunRecord } from './runner/state/records.ts';

/**
 * Time after which another worker may claim an execution whose worker is silent; it is resumed within 30 s
 * (docs/reference/executions.md#what-survives).
 */
export const lease = toInterval(leaseMs.execution);

const claimedColumns = `id, workspace_id, workflow_id, workflow_version, workflow_name, trigger_id, retry_of, inputs,
  created_at, started_at, (extract(epoch FROM deadline_at - now()) * 1000)::float8 AS left_ms,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS database_ms, lease_token, broken_off`;

type Timing = Pick<ClaimedExecution, 'deadline_at' | 'database_ahead_ms'>;
interface ReadTiming {
  readonly left_ms: number;
  readonly database_ms: number;
}
type ClaimedRow = Omit<ClaimedExecution, keyof Timing | 'last_event_id'> & ReadTiming;

/** The deadline is kept in the database's time, and the run measures it with this machine's, which may differ. */
function toClaimed<Row extends ClaimedRow>(read: Row): Omit<Row, keyof ReadTiming> & Timing {
  const { left_ms: leftMs, database_ms: databaseMs, ...row } = read;
  const deadline = new Date(Date.now() + leftMs);
  return { ...row, deadline_at: deadline.toISOString(), database_ahead_ms: measureAhead(databaseMs) };
}

export interface NewExecution {
  id: string;
  workspaceId: string;
  workflowId: string;
  version: number;
  name: string;
  triggerId: string | null;
  retryOf: string | null;
  inputs: Record<string, unknown>;
  maxDurationS: number;
}

/** Inserts a pending execution; an existing one with the same id is not changed. */
export async function insertExecution(sql: Sql, execution: NewExecution): Promise<void> {
  const inputs = json(execution.inputs);
  await sql`
    INSERT INTO executions (id, workspace_id, workflow_id, workflow_version, workflow_name, trigger_id, retry_of,
      status, inputs, inputs_length, max_duration_s, due_at)
    VALUES (${execution.id}, ${execution.workspaceId}, ${execution.workflowId}, ${execution.version},
      ${execution.name}, ${execution.triggerId}, ${execution.retryOf}, 'pending', ${inputs}, ${inputs.length},
      ${execution.maxDurationS}, now())
    ON CONFLICT (id) DO NOTHING`;
}

/** The input for starting a version of a workflow. */
export interface NewStart {
  id: string;
  workspaceId: string;
  workflowId: string;
  version: number;
  triggerId: string | null;
  inputs: Record<string, unknown>;
}

/**
 * Inserts executions of active workflows and claims them in the same statement, each only if its workflow is still at
 * the given version. Executions missing from the result were not inserted: their workflow has changed, or their id
 * exists already.
 */
export async function insertClaimedExecutions(sql: Sql, starts: readonly NewStart[]): Promise<ClaimedExecution[]> {
  const rows = await sql<(ClaimedRow & Pick<ClaimedExecution, 'last_event_id'>)[]>`
    INSERT INTO executions (id, workspace_id, workflow_id, workflow_version, workflow_name, trigger_id,
      status, inputs, inputs_length, max_duration_s, due_at, held, lease_token, started_at, deadline_at)
    SELECT start.id, workspace_id, workflows.id, workflows.version, name, start.trigger_id,
      'running', start.inputs::json, length(start.inputs), max_duration_s, now() + ${lease}::interval, true, 1, now(),
      now() + max_duration_s * interval '1 second'
    FROM unnest(${starts.map(({ id }) => id)}::text[], ${starts.map((start) => start.workspaceId)}::text[],
      ${starts.map((start) => start.workflowId)}::text[], ${starts.map(({ version }) => version)}::int[],
      ${starts.map((start) => start.triggerId)}::text[], ${starts.map(({ inputs }) => json(inputs))}::text[])
      AS start (id, workspace, workflow, version, trigger_id, inputs)
    JOIN workflows ON workspace_id = start.workspace AND workflows.id = start.workflow
      AND workflows.version = start.version AND status = 'active' AND deleted_at IS NULL
    ON CONFLICT (id) DO NOTHING
    RETURNING ${sql.unsafe(claimedColumns)}, 0 AS last_event_id`;
  return rows.map(toClaimed);
}

/** Makes all held executions due; only called if no other worker is alive. */
export async function releaseAllExecutions(sql: Sql): Promise<void> {
  await sql`UPDATE executions SET due_at = ${firstDue(sql, 'executions')} WHERE held`;
}

/**
 * Claims due executions, and starts their clocks. Other recorded data must be read by a later statement: this one sees
 * the state before the previous worker's last write.
 */
export async function claimExecutions(
  sql: Sql,
  capacity: ClaimCapacity,
): Promise<Omit<ClaimedExecution, 'last_event_id'>[]> {
  const rows = await sql<ClaimedRow[]>`
    ${takeDue(sql, { table: 'executions', id: 'id', dueAt: 'leased.due_at' }, capacity)}
    UPDATE executions SET status = 'running', held = true, woken = false, lease_token = lease_token + 1,
      broken_off = broken_off + held::int, due_at = now() + ${lease}::interval,
      started_at = coalesce(started_at, now()),
      deadline_at = coalesce(deadline_at, now() + max_duration_s * interval '1 second')
    WHERE id = ANY(ARRAY(SELECT id FROM taken))
    RETURNING ${sql.unsafe(claimedColumns)}`;
  return rows.map(toClaimed);
}

/** Releases an execution that is still held, to be claimed again after `afterMs`. */
export async function releaseExecution(sql: Sql, { id, lease_token }: LeaseKey, afterMs: number): Promise<void> {
  await sql`
    UPDATE executions SET held = false,
      due_at = ${afterMs === 0 ? firstDue(sql, 'executions') : sql`now() + ${toInterval(afterMs)}::interval`}
    WHERE id = ${id} AND lease_token = ${lease_token} AND held`;
}

/** Bytes of the outputs of an execution's nodes, as text. */
export async function measureRecordedRuns(sql: Sql, id: string): Promise<number> {
  const [row] = await sql<{ size: number }[]>`
    SELECT coalesce(sum(octet_length(outputs::text)), 0)::float8 AS size FROM node_runs WHERE execution_id = ${id}`;
  return row?.size ?? 0;
}

/** Every recorded run of an execution's nodes, oldest first. */
export async function findRecordedRuns(sql: Sql, id: string): Promise<RecordedRun[]> {
  return sql<RecordedRun[]>`
    SELECT path, attempt, node_type, status, inputs, outputs, branch, error, wait_until, decision, called_version,
      started_at
    FROM node_runs WHERE execution_id = ${id} ORDER BY place`;
}

/**
 * Returns for each lease whether it is still held, and whether an event has woken its execution; `extend` renews them.
 */
export async function renewExecutions(sql: Sql, leases: readonly LeaseKey[], extend: boolean): Promise<HeldLease[]> {
  // Same order as in writeProgress, so that the two can't deadlock.
  const sorted = leases.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const ids = sorted.map((held) => held.id);
  const tokens = sorted.map((held) => held.lease_token);
  if (!extend) {
    return sql<{ id: string; woken: boolean }[]>`
      SELECT id, woken FROM executions JOIN unnest(${ids}::text[], ${tokens}::int[]) AS mine (mine_id, token)
        ON id = mine_id AND lease_token = token
      WHERE held`;
  }
  return sql<{ id: string; woken: boolean }[]>`
    UPDATE executions SET due_at = now() + ${lease}::interval
    FROM unnest(${ids}::text[], ${tokens}::int[]) AS mine (mine_id, token)
    WHERE id = mine_id AND lease_token = token AND held
    RETURNING id, woken`;
}

/**
 * The decisions on an execution's waiting approvals. The wake-up flag stays set until the next claim: clearing it here
 * could lose a decision that this statement doesn't see yet, or one that reaches a run about to suspend.
 */
export async function findDecisions(sql: Sql, id: string): Promise<Decided[]> {
  return sql<Decided[]>`
    SELECT path, attempt, decision FROM node_runs
    WHERE execution_id = ${id} AND status = 'waiting' AND decision IS NOT NULL`;
}

/**
 * Decides an approval once: the first decision wins, and is returned. Undefined if no approval waits there, or the
 * lease is lost.
 */
export async function decideOnce(
  sql: Sql,
  { id, lease_token }: Pick<ClaimedExecution, 'id' | 'lease_token'>,
  { path, attempt }: Pick<RunRecord, 'path' | 'attempt'>,
  decision: Decision,
): Promise<Decision | undefined> {
  const [row] = await sql<{ decision: Decision }[]>`
    UPDATE node_runs SET decision = coalesce(decision, ${json(decision)}::json)
    FROM executions
    WHERE id = ${id} AND lease_token = ${lease_token} AND held AND execution_id = ${id} AND path = ${path}
      AND attempt = ${attempt} AND node_runs.status = 'waiting' AND node_type = 'approval'
    RETURNING decision`;
  return row?.decision;
}
