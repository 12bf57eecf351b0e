import type { Sql } from '../../../platform/database.ts';

/** The range of a summary; `from` inclusive and `to` exclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly interval: 'day' | 'week';
  readonly timezone: string;
  readonly interfaceId: string | undefined;
}

/** What counts towards the figures of one step. */
export interface Facts {
  readonly step: string;
  readonly conversations: number;
  readonly resolved: number;
  readonly handed_over: number;
  readonly credits: number;
  /** The times until the first replies of agents and of people. */
  readonly agent_ms: readonly number[];
  readonly person_ms: readonly number[];
  readonly up: number;
  readonly down: number;
  readonly scores: number;
  readonly score: number;
}

/** The place of a conversation in the order of their beginnings. */
export interface Place {
  readonly at: string;
  readonly id: string;
}

/** A part of the conversations that began in a period. */
interface Beginnings {
  readonly facts: Facts[];
  /** The pages on which they began. */
  readonly pages: { url: string; conversations: number }[];
  /** The last of the part; null if there is none. */
  readonly last: Place | null;
}

/** Conversations whose messages one query reads. With the embedded database, nothing else runs meanwhile. */
const readTogether = 500;

/** Conversations of an interface, without previews, which are excluded from statistics. */
const ofInterest = (sql: Sql, workspaceId: string, { interfaceId }: Pick<Period, 'interfaceId'>) => sql`
  c.workspace_id = ${workspaceId} ${interfaceId === undefined ? sql`` : sql`AND c.interface_id = ${interfaceId}`}
  AND NOT EXISTS (SELECT 1 FROM chat_sessions s WHERE s.thread_id = c.thread_id AND s.preview)`;

/**
 * The facts about the conversations that began in a period, a part of them at a time: those after `after`, oldest first.
 * A conversation, its cost and its outcome count at its start.
 */
export async function findBeginnings(
  sql: Sql,
  workspaceId: string,
  period: Period,
  after: Place | undefined,
): Promise<Beginnings> {
  const { from, to, interval, timezone } = period;
  const [part] = await sql<Beginnings[]>`
    WITH part AS MATERIALIZED (
      SELECT c.id, c.workspace_id, c.thread_id, c.created_at, c.handed_over_at, c.taken_over, c.cost_credits,
        c.first_page_url
      FROM conversations c
      WHERE ${ofInterest(sql, workspaceId, period)}
        AND c.created_at >= ${from}::timestamptz AND c.created_at < ${to}::timestamptz
        ${after === undefined ? sql`` : sql`AND (c.created_at, c.id) > (${after.at}::text::timestamptz, ${after.id})`}
      ORDER BY c.created_at, c.id LIMIT ${readTogether}
    ), facts AS (
      SELECT date_trunc(${interval}, c.created_at, ${timezone}) AS step, count(*) AS conversations,
        count(*) FILTER (WHERE c.handed_over_at IS NULL AND EXISTS (
          SELECT 1 FROM messages m WHERE m.workspace_id = c.workspace_id AND m.thread_id = c.thread_id
            AND m.outcome = 'answered' AND m.replaced_by IS NULL)) AS resolved,
        count(c.handed_over_at) AS handed_over, sum(c.cost_credits) AS credits,
        coalesce(array_agg(agent.ms) FILTER (WHERE agent.ms IS NOT NULL), '{}') AS agent_ms,
        coalesce(array_agg(person.ms) FILTER (WHERE person.ms IS NOT NULL), '{}') AS person_ms,
        0 AS up, 0 AS down, 0 AS scores, 0 AS score
      FROM part c
      LEFT JOIN LATERAL (
        SELECT (extract(epoch FROM m.created_at - asked.created_at) * 1000
          + coalesce((t.trace->>'duration_ms')::float8, 0))::float8 AS ms
        FROM messages m
        JOIN messages asked ON asked.id = m.reply_to
        LEFT JOIN reply_traces t ON t.message_id = m.id
        WHERE m.workspace_id = c.workspace_id AND m.thread_id = c.thread_id AND m.role = 'assistant'
          AND m.status = 'complete' AND m.author IS NULL
        ORDER BY m.place LIMIT 1
      ) AS agent ON true
      LEFT JOIN LATERAL (
        -- Nobody waits for a person before asking for one. A person who takes over answers a message that has waited.
        SELECT greatest(0, extract(epoch FROM m.created_at - least(c.handed_over_at, asked.created_at)) * 1000)::float8
          AS ms
        FROM messages m
        LEFT JOIN LATERAL (
          SELECT created_at FROM messages
          WHERE c.taken_over AND workspace_id = m.workspace_id AND thread_id = m.thread_id AND role = 'user'
            AND place < m.place
          ORDER BY place DESC LIMIT 1
        ) AS asked ON true
        WHERE c.handed_over_at IS NOT NULL AND m.workspace_id = c.workspace_id AND m.thread_id = c.thread_id
          AND m.role = 'assistant' AND m.author->>'type' = 'member'
        ORDER BY m.place LIMIT 1
      ) AS person ON true
      GROUP BY 1
    ), pages AS (
      SELECT began.url, count(*) AS conversations FROM part c
      CROSS JOIN LATERAL (
        -- Processes of older versions don't store the first page; then the first session's page is the closest to it.
        SELECT coalesce(c.first_page_url, (
          SELECT s.page_url FROM chat_sessions s WHERE s.thread_id = c.thread_id AND s.page_url IS NOT NULL
          ORDER BY s.created_at LIMIT 1)) AS url
      ) AS began
      WHERE began.url IS NOT NULL GROUP BY 1
    )
    SELECT (SELECT coalesce(json_agg(facts), '[]') FROM facts) AS facts,
      (SELECT coalesce(json_agg(pages), '[]') FROM pages) AS pages,
      (SELECT json_build_object('at', created_at::text, 'id', id) FROM part
        ORDER BY part.created_at DESC, part.id DESC LIMIT 1) AS last`;
  return part ?? { facts: [], pages: [], last: null };
}

/** The facts about opinions: feedback counts when the message was written, and ratings when they were given. */
export async function findOpinions(sql: Sql, workspaceId: string, period: Period): Promise<Facts[]> {
  const { from, to, interval, timezone } = period;
  return sql<Facts[]>`
    WITH opinions AS (
      SELECT m.created_at AS at, m.feedback->>'rating' AS rating, NULL::int AS score
      FROM conversations c
      JOIN messages m ON m.workspace_id = c.workspace_id AND m.thread_id = c.thread_id AND m.feedback IS NOT NULL
      WHERE ${ofInterest(sql, workspaceId, period)} AND c.updated_at >= ${from}::timestamptz
        AND m.created_at >= ${from}::timestamptz AND m.created_at < ${to}::timestamptz
      UNION ALL
      SELECT (c.csat->>'at')::timestamptz, NULL, c.csat_score
      FROM conversations c
      WHERE ${ofInterest(sql, workspaceId, period)} AND c.csat IS NOT NULL AND c.updated_at >= ${from}::timestamptz
        AND (c.csat->>'at')::timestamptz >= ${from}::timestamptz AND (c.csat->>'at')::timestamptz < ${to}::timestamptz
    )
    SELECT date_trunc(${interval}, at, ${timezone}) AS step, 0 AS conversations, 0 AS resolved, 0 AS handed_over,
      0 AS credits, '{}'::float8[] AS agent_ms, '{}'::float8[] AS person_ms,
      (count(*) FILTER (WHERE rating = 'up'))::int AS up, (count(*) FILTER (WHERE rating = 'down'))::int AS down,
      count(score)::int AS scores, coalesce(sum(score), 0)::int AS score
    FROM opinions GROUP BY 1`;
}

/** The start of a step: the moment, and the time of the clocks there as `2026-11-29T00:00:00.000`. */
export interface Step {
  readonly at: string;
  readonly local: string;
}

/** The start of every step of a period, with or without events. */
export async function listSteps(sql: Sql, { from, to, interval, timezone }: Period): Promise<Step[]> {
  return sql<Step[]>`
    SELECT local AT TIME ZONE ${timezone} AS at, to_char(local, 'YYYY-MM-DD"T"HH24:MI:SS.MS') AS local FROM generate_series(
      date_trunc(${interval}, ${from}::timestamptz AT TIME ZONE ${timezone}),
      (${to}::timestamptz - interval '1 microsecond') AT TIME ZONE ${timezone},
      ${`1 ${interval}`}::interval) AS local`;
}
