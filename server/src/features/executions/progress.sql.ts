import type { Sql } from '../../platform/database.ts';
import { firstDue } from '../../platform/leases/first-due.sql.ts';
import type { EventRecord } from '../../platform/event-log.ts';
import { lease } from './executions.claims.sql.ts';
import type { Announcement, ClaimedExecution, ProgressBatch } from './runner/state/records.ts';

/** The changes that one execution's worker has to record. */
export interface Progress {
  readonly claimed: Pick<ClaimedExecution, 'id' | 'lease_token'>;
  /** The newest event of its stream; a stream beyond it was already written to. */
  readonly lastEventId: number;
  readonly batch: ProgressBatch;
  readonly announcements: readonly Announcement[];
}

/** The events that were recorded; undefined if the lease is lost and nothing was. */
export type Recorded = readonly EventRecord[] | undefined;

/**
 * Writes the runs, events and changes of several executions in one statement, each under its lease and fence, and sends
 * the webhook events: their data get the two fields known only here, completed_at and duration_ms. A repeated write,
 * after a connection was lost during the first, finds the stream beyond `lastEventId` and adds nothing. The executions
 * must be different ones.
 */
export async function writeProgress(sql: Sql, all: readonly Progress[]): Promise<Recorded[]> {
  // In a fixed order, so that two statements over the same executions can't deadlock.
  const sorted = all.toSorted((one, other) => (one.claimed.id < other.claimed.id ? -1 : 1));
  const executions = sorted.map(({ claimed, lastEventId, batch }) => ({
    id: claimed.id,
    token: claimed.lease_token,
    kind: batch.change.kind,
    status: batch.change.kind === 'keep' ? null : batch.change.status,
    outputs: batch.change.kind === 'end' ? batch.change.outputs : null,
    error: batch.change.kind === 'end' ? batch.change.error : null,
    // A time of this machine's clock, from which the database's may differ.
    wakeInMs: batch.change.kind === 'suspend' ? Date.parse(batch.change.wakeAt) - Date.now() : null,
    lastEventId,
    events: batch.events.length,
    // The start of a node doesn't count as progress, because it would be repeated after every crash.
    results: batch.runs.filter(({ status }) => status !== 'running').length,
  }));
  const runs = sorted.flatMap(({ claimed, batch }) => batch.runs.map((run) => ({ ...run, id: claimed.id })));
  const records = sorted.map(({ claimed, lastEventId, batch }) =>
    batch.events.map(({ event, text }, index): EventRecord => ({
      stream: claimed.id,
      id: lastEventId + 1 + index,
      event,
      text,
    })),
  );
  const events = records.flat();
  const news = sorted.flatMap(({ claimed, announcements }) =>
    announcements.map((announcement, index) => ({
      ...announcement,
      id: claimed.id,
      last: index === announcements.length - 1,
    })),
  );
  const rows = await sql<{ id: string }[]>`
    WITH input AS (
      SELECT * FROM unnest(${executions.map(({ id }) => id)}::text[], ${executions.map(({ token }) => token)}::int[],
        ${executions.map(({ kind }) => kind)}::text[], ${executions.map(({ status }) => status)}::text[],
        ${executions.map(({ outputs }) => outputs)}::text[], ${executions.map(({ error }) => error)}::text[],
        ${executions.map(({ wakeInMs }) => wakeInMs)}::float8[], ${executions.map((one) => one.lastEventId)}::int[],
        ${executions.map((one) => one.events)}::int[], ${executions.map(({ results }) => results)}::int[])
        AS input (input_id, token, kind, new_status, new_outputs, new_error, wake_in_ms, last_event_id, events, results)
    ), held AS (
      UPDATE executions SET
        status = coalesce(new_status, status), outputs = new_outputs::json,
        outputs_length = length(new_outputs), error = new_error::json,
        completed_at = CASE WHEN kind = 'end' THEN now() END,
        held = kind = 'keep', broken_off = CASE WHEN results > 0 THEN 0 ELSE broken_off END,
        due_at = CASE kind WHEN 'end' THEN NULL WHEN 'keep' THEN now() + ${lease}::interval
          ELSE CASE WHEN wake_in_ms <= 0 THEN ${firstDue(sql, 'executions')} WHEN woken THEN now()
            ELSE now() + wake_in_ms * interval '1 millisecond' END END,
        woken = woken AND kind <> 'suspend'
      FROM input
      WHERE id = input_id AND lease_token = token AND held
      RETURNING id, workspace_id, kind, last_event_id, events,
        to_char(completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ended_at,
        round(EXTRACT(EPOCH FROM completed_at - started_at) * 1000)::bigint AS duration_ms
    ), runs AS (
      INSERT INTO node_runs (execution_id, path, attempt, node_type, status, inputs, outputs, outputs_length, branch,
        error, handled, wait_until, called_version, started_at, completed_at, duration_ms)
      SELECT held.id, path, attempt, node_type, status, inputs::json, outputs::json, length(outputs), branch, error::json,
        handled::boolean, wait_until::timestamptz, called_version, run.started_at::timestamptz, completed_at::timestamptz,
        run.duration_ms
      FROM held JOIN unnest(${runs.map(({ id }) => id)}::text[], ${runs.map(({ path }) => path)}::text[],
        ${runs.map(({ attempt }) => attempt)}::int[], ${runs.map((run) => run.node_type)}::text[],
        ${runs.map(({ status }) => status)}::text[], ${runs.map(({ inputs }) => inputs)}::text[],
        ${runs.map(({ outputs }) => outputs)}::text[], ${runs.map(({ branch }) => branch)}::text[],
        ${runs.map(({ error }) => error)}::text[], ${runs.map(({ handled }) => String(handled))}::text[],
        ${runs.map((run) => run.wait_until)}::text[], ${runs.map((run) => run.called_version)}::int[],
        ${runs.map((run) => run.started_at)}::text[], ${runs.map((run) => run.completed_at)}::text[],
        ${runs.map((run) => run.duration_ms)}::bigint[]) WITH ORDINALITY
        AS run (run_id, path, attempt, node_type, status, inputs, outputs, branch, error, handled, wait_until,
          called_version, started_at, completed_at, duration_ms, place)
        ON held.id = run_id
      ORDER BY run.place
      ON CONFLICT (execution_id, path, attempt) DO UPDATE SET
        status = EXCLUDED.status, inputs = EXCLUDED.inputs, outputs = EXCLUDED.outputs,
        outputs_length = EXCLUDED.outputs_length, branch = EXCLUDED.branch, error = EXCLUDED.error,
        handled = EXCLUDED.handled, wait_until = EXCLUDED.wait_until, called_version = EXCLUDED.called_version, started_at = EXCLUDED.started_at,
        completed_at = EXCLUDED.completed_at, duration_ms = EXCLUDED.duration_ms
      WHERE node_runs.status IN ('running', 'waiting')
    ), stopped AS (
      UPDATE node_runs SET status = 'cancelled', completed_at = now()
      FROM held WHERE kind = 'end' AND execution_id = held.id AND status IN ('running', 'waiting')
        -- One statement may touch a row once.
        AND (execution_id, path, attempt) NOT IN (
          SELECT * FROM unnest(${runs.map(({ id }) => id)}::text[], ${runs.map(({ path }) => path)}::text[],
            ${runs.map(({ attempt }) => attempt)}::int[]))
    ), head AS (
      INSERT INTO event_streams (stream, last_id)
      SELECT id, last_event_id + events FROM held WHERE events > 0
      ON CONFLICT (stream) DO UPDATE SET last_id = EXCLUDED.last_id
        WHERE event_streams.last_id = (SELECT last_event_id FROM input WHERE input_id = EXCLUDED.stream)
      RETURNING stream
    ), added AS (
      INSERT INTO events (stream, id, event, data)
      SELECT head.stream, new.id, new.event, new.data
      FROM head JOIN unnest(${events.map(({ stream }) => stream)}::text[], ${events.map(({ id }) => id)}::int[],
        ${events.map(({ event }) => event)}::text[], ${events.map(({ text }) => text)}::text[])
        AS new (event_stream, id, event, data) ON head.stream = event_stream
    ), announced AS (
      SELECT sum(announce_event(workspace_id, seed, type, concat(left(event, -2),
        ',"completed_at":', CASE WHEN kind = 'end' AND last = 'true' THEN to_json(ended_at)::text ELSE 'null' END,
        ',"duration_ms":', CASE WHEN kind = 'end' AND last = 'true' THEN duration_ms::text ELSE 'null' END, '}}')))
      FROM held JOIN unnest(${news.map(({ id }) => id)}::text[], ${news.map(({ seed }) => seed)}::text[],
        ${news.map(({ type }) => type)}::text[], ${news.map(({ event }) => event)}::text[],
        ${news.map(({ last }) => String(last))}::text[]) AS news (news_id, seed, type, event, last) ON held.id = news_id
      WHERE events = 0 OR held.id IN (SELECT stream FROM head)
    )
    SELECT id, (SELECT sum FROM announced) FROM held`;
  const held = new Set(rows.map(({ id }) => id));
  const recorded = new Map(sorted.map(({ claimed: { id } }, index) => [id, held.has(id) ? records[index] : undefined]));
  return all.map(({ claimed }) => recorded.get(claimed.id));
}
