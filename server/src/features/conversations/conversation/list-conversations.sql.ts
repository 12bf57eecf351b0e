import type { Conversation, ConversationListQuery } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import type { Page } from '../../../platform/http/route.ts';
import { assertPeriod, spellingsOf } from '../../../platform/select-page.ts';
import type { Search } from '../../../platform/search-words.ts';
import { hasUnindexed, matchingText } from '../search/search.sql.ts';
import { shownOf } from './conversations.sql.ts';

/** A list's filters; `me` in the query is already replaced by the caller's id. */
export type ConversationFilters = Omit<ConversationListQuery, 'page' | 'per_page' | 'q' | 'sort'> & {
  readonly search?: Search;
};

/**
 * A search finds the most recently changed ones. A word that is in almost every conversation would otherwise be looked
 * up in all of them, only for the total.
 */
const maxFound = 1_000;

/**
 * A page of the conversations of the workspace. It is selected from indexes, which contain id and order, except for that
 * of those who wait; only its rows are read and joined with visitor and interface.
 */
export async function listConversations(
  sql: Sql,
  workspaceId: string,
  query: ConversationFilters & Pick<ConversationListQuery, 'page' | 'per_page' | 'sort'>,
): Promise<Page<Conversation>> {
  const { page, per_page: limit, sort, ...filters } = query;
  assertPeriod(filters);
  const isSearch = filters.search !== undefined;
  const withOlder = isSearch && (await hasUnindexed(sql, workspaceId));
  const keys = selectKeys(sql, workspaceId, filters, withOlder);
  const newest = sql`ORDER BY updated_at DESC, id DESC`;
  const order = {
    '-updated_at': newest,
    updated_at: sql`ORDER BY updated_at, id`,
    '-created_at': sql`ORDER BY created_at DESC, id DESC`,
    created_at: sql`ORDER BY created_at, id`,
    waiting_since: sql`ORDER BY waiting_since, updated_at DESC, id DESC`,
  }[sort];
  // A search runs once for page and total; all others are faster as two scans of an index.
  const found = isSearch ? sql`MATERIALIZED (${keys} ${newest} LIMIT ${maxFound})` : sql`NOT MATERIALIZED (${keys})`;
  const [chosen = { total: 0, ids: [] }] = await sql<{ total: number; ids: string[] }[]>`
    WITH found AS ${found}
    SELECT (SELECT count(*)::int FROM found) AS total,
      ARRAY(SELECT id FROM found ${order} LIMIT ${limit} OFFSET ${(page - 1) * limit}) AS ids`;
  const { columns, around } = shownOf(sql);
  const items = await sql<Conversation[]>`
    SELECT ${columns} FROM conversations c ${around} WHERE c.id = ANY(${chosen.ids}::text[])
    ORDER BY array_position(${chosen.ids}::text[], c.id)`;
  return { items, total: chosen.total };
}

/** The next conversations after `lastId`, the newest first. A search finds at most the same as in a list. */
export async function listConversationsAfter(
  sql: Sql,
  workspaceId: string,
  filters: ConversationFilters,
  lastId: string | undefined,
  limit: number,
): Promise<Conversation[]> {
  const isSearch = filters.search !== undefined;
  const keys = selectKeys(sql, workspaceId, filters, isSearch && (await hasUnindexed(sql, workspaceId)));
  const found = isSearch ? sql`${keys} ORDER BY updated_at DESC, id DESC LIMIT ${maxFound}` : keys;
  const { columns, around } = shownOf(sql);
  return sql<Conversation[]>`
    SELECT ${columns} FROM conversations c ${around} WHERE c.id = ANY(ARRAY(
      SELECT id FROM (${found}) AS found ${lastId === undefined ? sql`` : sql`WHERE id < ${lastId}`}
      ORDER BY id DESC LIMIT ${limit}))
    ORDER BY c.id DESC`;
}

/**
 * Selects `id` of the conversations that match, and what orders them: those with a tag from the table of tags, once also if
 * they have two spellings of it, which earlier versions stored: letters with accents as one character, as all are now, or as two.
 */
function selectKeys(
  sql: Sql,
  workspaceId: string,
  { tag, search, ...filters }: ConversationFilters,
  withOlder: boolean,
) {
  const others = conditions(sql, filters);
  const id = tag === undefined ? sql`c.id` : sql`t.conversation_id`;
  const text = search === undefined ? sql`` : matchingText(sql, workspaceId, { ...search, id, withOlder });
  if (tag === undefined) {
    return sql`
      SELECT c.id, c.updated_at, c.created_at, c.waiting_since FROM conversations c
      WHERE c.workspace_id = ${workspaceId} ${others} ${text}`;
  }
  const spellings = spellingsOf(tag).map((spelling, at) => sql`${at === 0 ? sql`` : sql`, `}lower(${spelling})`);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return sql`
    SELECT t.conversation_id AS id, t.updated_at,
      (SELECT created_at FROM conversations w WHERE w.id = t.conversation_id) AS created_at,
      (SELECT waiting_since FROM conversations w WHERE w.id = t.conversation_id) AS waiting_since
    FROM conversation_tags t
    WHERE t.workspace_id = ${workspaceId} AND lower(t.tag) IN (${spellings}) ${text}
      AND NOT EXISTS (SELECT 1 FROM conversation_tags same WHERE same.conversation_id = t.conversation_id
        AND same.tag < t.tag AND lower(same.tag) IN (${spellings}))
      ${isFiltered ? sql`AND EXISTS (SELECT 1 FROM conversations c WHERE c.id = t.conversation_id ${others})` : sql``}`;
}

function conditions(sql: Sql, filters: Omit<ConversationFilters, 'tag' | 'search'>) {
  const { status, interface_id, agent_id, visitor_id, assignee, rating, csat, unanswered, waiting, from, to } = filters;
  const none = sql``;
  return sql`
    ${status === undefined ? none : sql`AND c.status = ${status}`}
    ${interface_id === undefined ? none : sql`AND c.interface_id = ${interface_id}`}
    ${agent_id === undefined ? none : sql`AND c.agent_id = ${agent_id}`}
    ${visitor_id === undefined ? none : sql`AND c.visitor_id = ${visitor_id}`}
    ${assignee === undefined ? none : assignee === 'none' ? sql`AND c.assignee_id IS NULL` : sql`AND c.assignee_id = ${assignee}`}
    ${rating === undefined ? none : sql`AND c.rating = ${rating}`}
    ${csat === undefined ? none : sql`AND c.csat_score = ${csat}`}
    ${unanswered === undefined ? none : unanswered ? sql`AND c.unanswered_count > 0` : sql`AND c.unanswered_count = 0`}
    ${waiting === undefined ? none : waiting ? sql`AND c.waiting_since IS NOT NULL` : sql`AND c.waiting_since IS NULL`}
    ${from === undefined ? none : sql`AND c.created_at >= ${from}::timestamptz`}
    ${to === undefined ? none : sql`AND c.created_at < ${to}::timestamptz`}`;
}
