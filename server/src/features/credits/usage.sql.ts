import type { UsageEntry, UsageQuery } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';

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

/** Adds to the usage of today, UTC. */
export async function addUsage(sql: Sql, subject: UsageSubject, counts: UsageCounts): Promise<void> {
  const { credits = 0, promptTokens = 0, completionTokens = 0, replies = 0, requests = 0 } = counts;
  const slot = Math.floor(Math.random() * slots);
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

const keys = { day: 'day', agent: 'agent_id', interface: 'interface_id', model: 'model' } as const;

/** Sums of a workspace's usage by day, agent, interface or model: days in order, the others by credits. */
export async function sumUsage(
  sql: Sql,
  workspaceId: string,
  { from, to, group_by: groupBy }: UsageQuery,
): Promise<UsageEntry[]> {
  const key = sql(keys[groupBy]);
  return sql<UsageEntry[]>`
    SELECT nullif(${key}::text, '') AS key, round(sum(credits)::numeric, 9)::float8 AS credits, sum(prompt_tokens)::float8 AS prompt_tokens,
      sum(completion_tokens)::float8 AS completion_tokens, sum(replies)::float8 AS replies,
      sum(requests)::float8 AS requests
    FROM usage_days WHERE workspace_id = ${workspaceId}
      ${from === undefined ? sql`` : sql`AND day >= (${from}::timestamptz AT TIME ZONE 'utc')::date`}
      ${to === undefined ? sql`` : sql`AND day < ${to}::timestamptz AT TIME ZONE 'utc'`}
    GROUP BY ${key} ORDER BY ${groupBy === 'day' ? sql`key` : sql`sum(credits) DESC, key`}`;
}
