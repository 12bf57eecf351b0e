import type { Conversation, ConversationListQuery } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import type { Page } from '../../../platform/http/route.ts';
import { assertPeriod } from '../../../platform/select-page.ts';
import { matchingText, type Search } from '../search/search.sql.ts';
import { shownOf } from './conversations.sql.ts';

/** A list's filters; `me` in the query is already replaced by the caller's id. */
export type ConversationFilters = Omit<ConversationListQuery, 'page' | 'per_page' | 'q'> & { readonly search?: Search };

/**
 * A page of the workspace's conversations, most recently changed first. The page is selected from the conversations'
 * own rows, and only its rows are joined with visitor and interface.
 */
export async function listConversations(
  sql: Sql,
  workspaceId: string,
  { page, per_page: limit, ...filters }: ConversationFilters & Pick<ConversationListQuery, 'page' | 'per_page'>,
): Promise<Page<Conversation>> {
  const { columns, around } = shownOf(sql);
  const rows = matching(sql, workspaceId, filters);
  const [items, [count]] = await Promise.all([
    sql<Conversation[]>`
      SELECT ${columns} FROM (
        SELECT * FROM ${rows} ORDER BY updated_at DESC, id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}
      ) c ${around} ORDER BY c.updated_at DESC, c.id DESC`,
    sql<{ total: number }[]>`SELECT count(*)::int AS total FROM ${rows}`,
  ]);
  return { items, total: count?.total ?? 0 };
}

function matching(sql: Sql, workspaceId: string, filters: ConversationFilters) {
  const { status, interface_id, agent_id, visitor_id, assignee, tag, rating, csat, unanswered, search, from, to } =
    filters;
  assertPeriod({ from, to });
  const none = sql``;
  return sql`conversations WHERE workspace_id = ${workspaceId}
    ${status === undefined ? none : sql`AND status = ${status}`}
    ${interface_id === undefined ? none : sql`AND interface_id = ${interface_id}`}
    ${agent_id === undefined ? none : sql`AND agent_id = ${agent_id}`}
    ${visitor_id === undefined ? none : sql`AND visitor_id = ${visitor_id}`}
    ${assignee === undefined ? none : assignee === 'none' ? sql`AND assignee_id IS NULL` : sql`AND assignee_id = ${assignee}`}
    ${tag === undefined ? none : sql`AND ${tag} = ANY(tags)`}
    ${rating === undefined ? none : sql`AND rating = ${rating}`}
    ${csat === undefined ? none : sql`AND csat_score = ${csat}`}
    ${unanswered === undefined ? none : unanswered ? sql`AND unanswered_count > 0` : sql`AND unanswered_count = 0`}
    ${from === undefined ? none : sql`AND created_at >= ${from}::timestamptz`}
    ${to === undefined ? none : sql`AND created_at < ${to}::timestamptz`}
    ${search === undefined ? none : matchingText(sql, workspaceId, search)}`;
}
