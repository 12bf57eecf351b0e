import type { InsightFigures } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';

/** The range of a summary; `from` inclusive and `to` exclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
  readonly interval: 'day' | 'week';
  readonly timezone: string;
  readonly interfaceId: string | undefined;
}

/** The figures of one step of the series, or of the whole period if `from` is null. */
export type StepFigures = InsightFigures & { readonly from: string | null };

/** Conversations of an interface, without previews, which are excluded from statistics. */
const ofInterest = (sql: Sql, workspaceId: string, { interfaceId }: Pick<Period, 'interfaceId'>) => sql`
  c.workspace_id = ${workspaceId} ${interfaceId === undefined ? sql`` : sql`AND c.interface_id = ${interfaceId}`}
  AND NOT EXISTS (SELECT 1 FROM chat_sessions s WHERE s.thread_id = c.thread_id AND s.preview)`;

/**
 * The figures of every step of a period and of the whole. A conversation, its cost and its outcome count at its start;
 * feedback counts when the message was written, and ratings when they were given. A first reply may take weeks: more
 * milliseconds than an int can represent.
 */
export async function findFigures(sql: Sql, workspaceId: string, period: Period): Promise<StepFigures[]> {
  const { from, to, interval, timezone } = period;
  return sql<StepFigures[]>`
    WITH facts AS (
      SELECT c.created_at AS at, 1 AS conversations,
        (c.handed_over_at IS NULL AND EXISTS (
          SELECT 1 FROM messages m WHERE m.workspace_id = c.workspace_id AND m.thread_id = c.thread_id
            AND m.outcome = 'answered' AND m.replaced_by IS NULL))::int AS resolved,
        (c.handed_over_at IS NOT NULL)::int AS handed_over,
        agent.ms AS agent_ms, person.ms AS person_ms,
        0 AS up, 0 AS down, NULL::int AS score, c.cost_credits AS credits
      FROM conversations c
      LEFT JOIN LATERAL (
        SELECT (extract(epoch FROM m.created_at - asked.created_at) * 1000
          + coalesce((t.trace->>'duration_ms')::float8, 0)) AS ms
        FROM messages m
        JOIN messages asked ON asked.id = m.reply_to
        LEFT JOIN reply_traces t ON t.message_id = m.id
        WHERE m.workspace_id = c.workspace_id AND m.thread_id = c.thread_id AND m.role = 'assistant'
          AND m.status = 'complete' AND m.author IS NULL
        ORDER BY m.place LIMIT 1
      ) AS agent ON true
      LEFT JOIN LATERAL (
        SELECT greatest(0, extract(epoch FROM m.created_at - c.handed_over_at) * 1000) AS ms FROM messages m
        WHERE c.handed_over_at IS NOT NULL AND m.workspace_id = c.workspace_id AND m.thread_id = c.thread_id
          AND m.role = 'assistant' AND m.author->>'type' = 'member'
        ORDER BY m.place LIMIT 1
      ) AS person ON true
      WHERE ${ofInterest(sql, workspaceId, period)}
        AND c.created_at >= ${from}::timestamptz AND c.created_at < ${to}::timestamptz
      UNION ALL
      SELECT m.created_at, 0, 0, 0, NULL, NULL, (m.feedback->>'rating' = 'up')::int,
        (m.feedback->>'rating' = 'down')::int, NULL, 0
      FROM conversations c
      JOIN messages m ON m.workspace_id = c.workspace_id AND m.thread_id = c.thread_id AND m.feedback IS NOT NULL
      WHERE ${ofInterest(sql, workspaceId, period)} AND c.updated_at >= ${from}::timestamptz
        AND m.created_at >= ${from}::timestamptz AND m.created_at < ${to}::timestamptz
      UNION ALL
      SELECT (c.csat->>'at')::timestamptz, 0, 0, 0, NULL, NULL, 0, 0, c.csat_score, 0
      FROM conversations c
      WHERE ${ofInterest(sql, workspaceId, period)} AND c.csat IS NOT NULL AND c.updated_at >= ${from}::timestamptz
        AND (c.csat->>'at')::timestamptz >= ${from}::timestamptz AND (c.csat->>'at')::timestamptz < ${to}::timestamptz
    ), placed AS (
      SELECT *, date_trunc(${interval}, at, ${timezone}) AS step FROM facts
    )
    SELECT step AS "from", coalesce(sum(conversations), 0)::int AS conversations,
      coalesce(sum(resolved), 0)::int AS resolved_by_agent, coalesce(sum(handed_over), 0)::int AS handed_over,
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY agent_ms))::float8 AS first_reply_ms_agent_median,
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY person_ms))::float8 AS first_reply_ms_person_median,
      coalesce(sum(up), 0)::int AS thumbs_up, coalesce(sum(down), 0)::int AS thumbs_down,
      round(avg(score), 2)::float8 AS csat_average, count(score)::int AS csat_count,
      round(coalesce(sum(credits), 0)::numeric, 9)::float8 AS credits
    FROM placed GROUP BY GROUPING SETS ((step), ()) ORDER BY step NULLS FIRST`;
}

/** The start of every step of a period, with or without events. */
export async function listSteps(sql: Sql, { from, to, interval, timezone }: Period): Promise<string[]> {
  const rows = await sql<{ step: string }[]>`
    SELECT local AT TIME ZONE ${timezone} AS step FROM generate_series(
      date_trunc(${interval}, ${from}::timestamptz AT TIME ZONE ${timezone}),
      (${to}::timestamptz - interval '1 microsecond') AT TIME ZONE ${timezone},
      ${`1 ${interval}`}::interval) AS local`;
  return rows.map(({ step }) => step);
}

/** The pages on which most conversations started. */
export async function findTopPages(
  sql: Sql,
  workspaceId: string,
  period: Period,
  limit: number,
): Promise<{ url: string; conversations: number }[]> {
  return sql<{ url: string; conversations: number }[]>`
    SELECT began.url, count(*)::int AS conversations
    FROM conversations c JOIN LATERAL (
      -- Processes of older versions don't store the first page; then the first session's page is the closest to it.
      SELECT coalesce(c.first_page_url, (
        SELECT s.page_url FROM chat_sessions s WHERE s.thread_id = c.thread_id AND s.page_url IS NOT NULL
        ORDER BY s.created_at LIMIT 1)) AS url
    ) AS began ON began.url IS NOT NULL
    WHERE ${ofInterest(sql, workspaceId, period)}
      AND c.created_at >= ${period.from}::timestamptz AND c.created_at < ${period.to}::timestamptz
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`;
}
