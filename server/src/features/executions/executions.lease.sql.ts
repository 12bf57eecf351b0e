import { json, type Sql } from '../../platform/database.ts';
import type { EventRecord } from '../../platform/event-log.ts';
import type { Announcement, ClaimedExecution, Decision, ProgressBatch, RecordedRun } from './runner/records.ts';

/** Seconds after which an execution whose worker is silent is taken by another one; resumed within 30 (contract 7). */
const leaseSeconds = 15;

const lease = `${leaseSeconds} seconds`;

const claimedColumns = `id, workspace_id, workflow_id, workflow_version, workflow_name, trigger_id, retry_of, inputs,
  created_at, started_at, deadline_at, lease_token`;

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

/** Seconds after which a sweep looks for a worker for an execution whose start nobody heard of. */
const lostStartSeconds = 5;

/** Records a pending execution; one of the same id that is there already stays as it is. */
export async function insertExecution(sql: Sql, execution: NewExecution): Promise<void> {
  await sql`
    INSERT INTO executions (id, workspace_id, workflow_id, workflow_version, workflow_name, trigger_id, retry_of,
      status, inputs, max_duration_s, due_at)
    VALUES (${execution.id}, ${execution.workspaceId}, ${execution.workflowId}, ${execution.version},
      ${execution.name}, ${execution.triggerId}, ${execution.retryOf}, 'pending', ${json(execution.inputs)},
      ${execution.maxDurationS}, now() + ${`${lostStartSeconds} seconds`}::interval)
    ON CONFLICT (id) DO NOTHING`;
}

/** Records an execution and takes it at once; undefined where one of the same id is there already. */
export async function insertClaimedExecution(sql: Sql, execution: NewExecution): Promise<ClaimedExecution | undefined> {
  const [claimed] = await sql<ClaimedExecution[]>`
    INSERT INTO executions (id, workspace_id, workflow_id, workflow_version, workflow_name, trigger_id, retry_of,
      status, inputs, max_duration_s, due_at, held, lease_token, started_at, deadline_at)
    VALUES (${execution.id}, ${execution.workspaceId}, ${execution.workflowId}, ${execution.version},
      ${execution.name}, ${execution.triggerId}, ${execution.retryOf}, 'running', ${json(execution.inputs)},
      ${execution.maxDurationS}, now() + ${lease}::interval, true, 1, now(),
      now() + ${execution.maxDurationS} * interval '1 second')
    ON CONFLICT (id) DO NOTHING
    RETURNING ${sql.unsafe(claimedColumns)}, 0 AS last_event_id`;
  return claimed;
}

/** Makes everything that a worker held due at once; only where no other worker can be alive. */
export async function releaseHeldExecutions(sql: Sql): Promise<void> {
  await sql`UPDATE executions SET due_at = now() WHERE held`;
}

/** Takes an execution that is new or due, and starts its clock; undefined where there is nothing to take. */
export async function claimExecution(sql: Sql, id: string): Promise<ClaimedExecution | undefined> {
  const [claimed] = await sql<ClaimedExecution[]>`
    UPDATE executions SET status = 'running', held = true, woken = false, lease_token = lease_token + 1,
      due_at = now() + ${lease}::interval, started_at = coalesce(started_at, now()),
      deadline_at = coalesce(deadline_at, now() + max_duration_s * interval '1 second')
    WHERE id = ${id} AND (status = 'pending' OR status IN ('running', 'waiting') AND due_at <= now())
    RETURNING ${sql.unsafe(claimedColumns)},
      coalesce((SELECT last_id FROM event_streams WHERE stream = ${id}), 0) AS last_event_id`;
  return claimed;
}

/** Every recorded run of an execution's nodes, oldest first. */
export async function findRecordedRuns(sql: Sql, id: string): Promise<RecordedRun[]> {
  return sql<RecordedRun[]>`
    SELECT path, attempt, node_type, status, inputs, outputs, branch, error, wait_until, decision, called_version,
      started_at
    FROM node_runs WHERE execution_id = ${id} ORDER BY place`;
}

/**
 * Writes runs, events and the execution's own change in one statement, under the lease and its fence, and announces it:
 * the announcements' data get the two fields that are known only here, completed_at and duration_ms. A repeated write,
 * after a connection was lost in the middle of the first, finds the stream past `lastEventId` and adds nothing.
 */
export async function writeProgress(
  sql: Sql,
  claimed: Pick<ClaimedExecution, 'id' | 'lease_token'>,
  lastEventId: number,
  batch: ProgressBatch,
  announcements: readonly Announcement[],
): Promise<{ held: boolean; records: EventRecord[] }> {
  const { runs, events, change } = batch;
  const ended = change.kind === 'end';
  const parked = change.kind === 'park';
  const keys = runs.map(({ inputs: _inputs, outputs: _outputs, error: _error, ...key }) => JSON.stringify(key));
  const [row] = await sql<{ held: number }[]>`
    WITH held AS (
      UPDATE executions SET
        status = coalesce(${change.kind === 'keep' ? null : change.status}, status),
        outputs = ${ended ? change.outputs : null}::json, error = ${ended ? change.error : null}::json,
        completed_at = CASE WHEN ${ended} THEN now() END,
        held = ${change.kind === 'keep'},
        due_at = CASE WHEN ${ended} THEN NULL WHEN NOT ${parked} THEN now() + ${lease}::interval
          WHEN woken THEN now() ELSE ${parked ? change.wakeAt : null}::timestamptz END,
        woken = woken AND NOT ${parked}
      WHERE id = ${claimed.id} AND lease_token = ${claimed.lease_token} AND held
      RETURNING id, workspace_id,
        to_char(completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ended_at,
        (EXTRACT(EPOCH FROM completed_at - started_at) * 1000)::int AS duration_ms
    ), runs AS (
      INSERT INTO node_runs (execution_id, path, attempt, node_type, status, inputs, outputs, branch, error, handled,
        wait_until, called_version, started_at, completed_at, duration_ms)
      SELECT held.id, key->>'path', (key->>'attempt')::int, key->>'node_type', key->>'status', inputs::json,
        outputs::json, key->>'branch', error::json, (key->>'handled')::boolean, (key->>'wait_until')::timestamptz,
        (key->>'called_version')::int, (key->>'started_at')::timestamptz, (key->>'completed_at')::timestamptz,
        (key->>'duration_ms')::int
      FROM held, unnest(${keys}::json[], ${runs.map((run) => run.inputs)}::text[],
        ${runs.map((run) => run.outputs)}::text[], ${runs.map((run) => run.error)}::text[])
        AS run (key, inputs, outputs, error)
      ON CONFLICT (execution_id, path, attempt) DO UPDATE SET
        status = EXCLUDED.status, inputs = EXCLUDED.inputs, outputs = EXCLUDED.outputs, branch = EXCLUDED.branch,
        error = EXCLUDED.error, handled = EXCLUDED.handled, wait_until = EXCLUDED.wait_until,
        called_version = EXCLUDED.called_version, started_at = EXCLUDED.started_at,
        completed_at = EXCLUDED.completed_at, duration_ms = EXCLUDED.duration_ms
      WHERE node_runs.status IN ('running', 'waiting')
    ), stopped AS (
      UPDATE node_runs SET status = 'cancelled', completed_at = now()
      FROM held WHERE ${ended} AND execution_id = held.id AND status IN ('running', 'waiting')
        -- One statement may touch a row once.
        AND (path, attempt) NOT IN (SELECT key->>'path', (key->>'attempt')::int FROM unnest(${keys}::json[]) AS key)
    ), head AS (
      INSERT INTO event_streams (stream, last_id)
      SELECT id, ${events.length}::int FROM held WHERE ${events.length > 0}
      ON CONFLICT (stream) DO UPDATE SET last_id = event_streams.last_id + ${events.length}::int
        WHERE event_streams.last_id = ${lastEventId}::int
      RETURNING stream
    ), added AS (
      INSERT INTO events (stream, id, event, data)
      SELECT head.stream, ${lastEventId}::int + new.place, new.event, new.data
      FROM head, unnest(${events.map(({ event }) => event)}::text[], ${events.map(({ text }) => text)}::text[])
        WITH ORDINALITY AS new (event, data, place)
    ), told AS (
      SELECT sum(announce_event(workspace_id, seed, type, concat(left(event, -2),
        ',"completed_at":', CASE WHEN ${ended} AND last THEN to_json(ended_at)::text ELSE 'null' END,
        ',"duration_ms":', CASE WHEN ${ended} AND last THEN duration_ms::text ELSE 'null' END, '}}')))
      FROM held, (
        SELECT *, place = ${announcements.length}::int AS last
        FROM unnest(${announcements.map(({ seed }) => seed)}::text[], ${announcements.map(({ type }) => type)}::text[],
          ${announcements.map(({ event }) => event)}::text[]) WITH ORDINALITY AS news (seed, type, event, place)
      ) AS news
      WHERE ${events.length === 0} OR EXISTS (SELECT FROM head)
    )
    SELECT count(*)::int AS held, (SELECT sum FROM told) AS told FROM held`;
  const records = events.map(({ event, text }, index) => ({
    stream: claimed.id,
    id: lastEventId + 1 + index,
    event,
    text,
  }));
  return { held: row?.held === 1, records };
}

/** Says for each lease whether it is still held, and whether something woke its execution; `extend` renews them. */
export async function checkLeases(
  sql: Sql,
  leases: readonly { id: string; lease_token: number }[],
  extend: boolean,
): Promise<{ id: string; woken: boolean }[]> {
  const ids = leases.map((held) => held.id);
  const tokens = leases.map((held) => held.lease_token);
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

/** Executions that a worker should look at now: due ones, longest due first. */
export async function findDueExecutions(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM executions WHERE due_at <= now() ORDER BY due_at LIMIT ${limit}`;
  return rows.map((row) => row.id);
}

/** The decisions on an execution's waiting approvals; reading them takes its wake-up call back. */
export async function takeDecisions(sql: Sql, id: string): Promise<{ path: string; decision: Decision }[]> {
  return sql<{ path: string; decision: Decision }[]>`
    WITH seen AS (UPDATE executions SET woken = false WHERE id = ${id} AND woken)
    SELECT path, decision FROM node_runs
    WHERE execution_id = ${id} AND status = 'waiting' AND decision IS NOT NULL`;
}

/** Decides an approval once: the first decision stands, and is what comes back. Undefined where nothing waits there. */
export async function decideOnce(
  sql: Sql,
  id: string,
  path: string,
  decision: Decision,
): Promise<Decision | undefined> {
  const [row] = await sql<{ decision: Decision }[]>`
    UPDATE node_runs SET decision = coalesce(decision, ${JSON.stringify(decision)}::json)
    WHERE execution_id = ${id} AND path = ${path} AND status = 'waiting' AND node_type = 'approval'
    RETURNING decision`;
  return row?.decision;
}
