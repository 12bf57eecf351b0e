import type { UsageEntry, UsageQuery } from '@portico/shared-types';
import type { Fragment, Sql } from '../../platform/database.ts';

/** The dimensions of usage. */
export interface UsageSubject {
  readonly workspaceId: string;
  readonly agentId?: string | undefined;
  readonly interfaceId?: string | undefined;
  readonly model: string;
}

export interface UsageCounts {
  readonly credits?: number;
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  readonly replies?: number;
  readonly requests?: number;
}

const slots = 8;

/**
 * Adds to the usage of today: a row belongs to a UTC day and to the day in the workspace's time zone, which is the same,
 * the next (slots 8 to 15) or the previous one (slots 16 to 23); `shift` is 0, 1 or -1. It is computed in the process,
 * because a Postgres of which the system has no old names of time zones would refuse to count.
 */
export async function addUsage(sql: Sql, subject: UsageSubject, shift: -1 | 0 | 1, counts: UsageCounts): Promise<void> {
  const { credits = 0, promptTokens = 0, completionTokens = 0, replies = 0, requests = 0 } = counts;
  const slot = Math.floor(Math.random() * slots) + slots * ((3 + shift) % 3);
  await sql`
    INSERT INTO usage_days AS known (workspace_id, day, agent_id, interface_id, model, slot, credits, prompt_tokens,
      completion_tokens, replies, requests)
    VALUES (${subject.workspaceId}, (now() AT TIME ZONE 'utc')::date, ${subject.agentId ?? ''},
      ${subject.interfaceId ?? ''}, ${subject.model}, ${slot}, ${credits}, ${promptTokens}, ${completionTokens},
      ${replies}, ${requests})
    ON CONFLICT (workspace_id, day, agent_id, interface_id, model, slot) DO UPDATE SET
      credits = known.credits + EXCLUDED.credits, prompt_tokens = known.prompt_tokens + EXCLUDED.prompt_tokens,
      completion_tokens = known.completion_tokens + EXCLUDED.completion_tokens,
      replies = known.replies + EXCLUDED.replies, requests = known.requests + EXCLUDED.requests`;
}

const localDay = (sql: Sql): Fragment => sql`(day + CASE slot / ${slots} WHEN 1 THEN 1 WHEN 2 THEN -1 ELSE 0 END)`;

const keys = { agent: 'agent_id', interface: 'interface_id', model: 'model' } as const;

/** What is summed: days are UTC days or local ones, and `from` and `to` are local times of the same kind. */
export interface UsageRange {
  readonly isLocal: boolean;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly groupBy: UsageQuery['group_by'];
}

/** Sums of a workspace's usage by day, agent, interface or model: days in order, the others by credits. */
export async function sumUsage(
  sql: Sql,
  workspaceId: string,
  { isLocal, from, to, groupBy }: UsageRange,
): Promise<UsageEntry[]> {
  const day = isLocal ? localDay(sql) : sql`day`;
  const key = groupBy === 'day' ? day : sql(keys[groupBy]);
  // A local day is in no index: the days of UTC around it limit what is read.
  return sql<UsageEntry[]>`
    SELECT nullif(${key}::text, '') AS key, round(sum(credits)::numeric, 9)::float8 AS credits, sum(prompt_tokens)::float8 AS prompt_tokens,
      sum(completion_tokens)::float8 AS completion_tokens, sum(replies)::float8 AS replies,
      sum(requests)::float8 AS requests
    FROM usage_days WHERE workspace_id = ${workspaceId}
      ${from === undefined ? sql`` : sql`AND ${day} >= ${from}::timestamp::date AND day >= ${from}::timestamp::date - 1`}
      ${to === undefined ? sql`` : sql`AND ${day} < ${to}::timestamp`}
    GROUP BY 1 ORDER BY ${groupBy === 'day' ? sql`key` : sql`sum(credits) DESC, key`}`;
}
