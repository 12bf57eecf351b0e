import type { QuestionGroup, QuestionListQuery } from '@portico/shared-types';
import type { Fragment, Sql } from '../../../platform/database.ts';
import type { Page } from '../../../platform/http/route.ts';
import { ascending, assertPeriod, descending, placePage } from '../../../platform/select-page.ts';

const maxExamples = 5;

/** Up to five different wordings of a group's question, the newest first. */
const examples = (sql: Sql) => sql`
  ARRAY(SELECT question FROM (
    SELECT question, max(asked_at) AS asked_at FROM (
      SELECT question, asked_at FROM grouped_questions WHERE group_id = g.id ORDER BY asked_at DESC LIMIT 50
    ) AS recent GROUP BY 1 ORDER BY 2 DESC LIMIT ${maxExamples}) AS examples) AS examples`;

/**
 * A page of groups, the most frequent first. `from`, `to` and `interface_id` select the questions that are counted. The
 * page is selected from indexes, which contain order and id; only its groups are read.
 */
export async function listGroups(
  sql: Sql,
  workspaceId: string,
  query: QuestionListQuery,
): Promise<Page<QuestionGroup>> {
  const { from, to, state, interface_id: interfaceId } = query;
  assertPeriod({ from, to });
  // As literals, which the planner compares with the conditions of indexes.
  const states = state === undefined ? sql`state IN ('unanswered', 'unsure')` : sql`state = ${state}`;
  const counted =
    from !== undefined || to !== undefined
      ? countPeriod(sql, workspaceId, states, query)
      : interfaceId !== undefined
        ? sql`(SELECT group_id AS id, count, last_asked_at FROM interface_questions
            WHERE workspace_id = ${workspaceId} AND interface_id = ${interfaceId} AND ${states}) AS counted`
        : sql`(SELECT id, count, last_asked_at FROM question_groups
            WHERE workspace_id = ${workspaceId} AND ${states} AND count > 0) AS counted`;
  const [{ total } = { total: 0 }] = await sql<{ total: number }[]>`SELECT count(*)::int AS total FROM ${counted}`;
  const order = [descending(sql`count`), descending(sql`last_asked_at`), ascending(sql`id`)];
  const { sorted, range, inOrder } = placePage(sql, order, query, total);
  const items = await sql<QuestionGroup[]>`
    SELECT shown.id, g.question, shown.count, ${examples(sql)}, shown.last_asked_at, g.state
    FROM (SELECT id, count, last_asked_at FROM ${counted} ${sorted} ${range}) AS shown
    JOIN question_groups g ON g.id = shown.id ${sorted}`;
  return { items: inOrder(items), total };
}

/** The groups of the questions of a period, of all chats or one. */
function countPeriod(
  sql: Sql,
  workspaceId: string,
  states: Fragment,
  { from, to, interface_id: interfaceId }: QuestionListQuery,
) {
  return sql`(
    SELECT asked.id, asked.count, asked.last_asked_at FROM (
      SELECT group_id AS id, count(*)::int AS count, max(asked_at) AS last_asked_at FROM grouped_questions
      WHERE workspace_id = ${workspaceId}
        ${from === undefined ? sql`` : sql`AND asked_at >= ${from}::timestamptz`}
        ${to === undefined ? sql`` : sql`AND asked_at < ${to}::timestamptz`}
        ${interfaceId === undefined ? sql`` : sql`AND interface_id = ${interfaceId}`}
      GROUP BY 1
    ) AS asked JOIN question_groups g ON g.id = asked.id
    WHERE g.workspace_id = ${workspaceId} AND ${states}) AS counted`;
}

export async function findGroup(sql: Sql, workspaceId: string, id: string): Promise<QuestionGroup | undefined> {
  const [row] = await sql<QuestionGroup[]>`
    SELECT g.id, g.question, g.count, ${examples(sql)}, g.last_asked_at, g.state FROM question_groups g
    WHERE g.workspace_id = ${workspaceId} AND g.id = ${id} AND g.count > 0`;
  return row;
}

/** Closes an open group; false if it is not open. Later questions create another group. */
export async function closeGroup(
  sql: Sql,
  workspaceId: string,
  id: string,
  to: { state: 'answered' | 'dismissed'; documentId: string | null },
): Promise<boolean> {
  const rows = await sql`
    UPDATE question_groups SET state = ${to.state}, document_id = ${to.documentId}, updated_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND state IN ('unanswered', 'unsure') RETURNING id`;
  return rows.length > 0;
}

/** Opens a group again that was answered with this document; the group is unchanged if it was not. */
export async function reopenGroup(
  sql: Sql,
  workspaceId: string,
  id: string,
  { state, documentId }: { state: QuestionGroup['state']; documentId: string },
): Promise<void> {
  await sql`
    UPDATE question_groups SET state = ${state}, document_id = NULL, updated_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND state = 'answered' AND document_id = ${documentId}`;
}

/** The agents that were asked a group's question, the most recent first. */
export async function findAskedAgents(sql: Sql, groupId: string): Promise<string[]> {
  const rows = await sql<{ agent_id: string }[]>`
    SELECT agent_id FROM grouped_questions WHERE group_id = ${groupId} GROUP BY 1 ORDER BY max(asked_at) DESC LIMIT 10`;
  return rows.map(({ agent_id: id }) => id);
}

/** The most frequent questions of a period, open or not. */
export async function findTopQuestions(
  sql: Sql,
  workspaceId: string,
  period: { from: string; to: string; interfaceId: string | undefined },
  limit: number,
): Promise<{ question: string; count: number }[]> {
  return sql<{ question: string; count: number }[]>`
    SELECT g.question, asked.count FROM (
      SELECT group_id, count(*)::int AS count FROM grouped_questions
      WHERE workspace_id = ${workspaceId} AND asked_at >= ${period.from}::timestamptz
        AND asked_at < ${period.to}::timestamptz
        ${period.interfaceId === undefined ? sql`` : sql`AND interface_id = ${period.interfaceId}`}
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}
    ) AS asked JOIN question_groups g ON g.id = asked.group_id ORDER BY asked.count DESC, g.id`;
}
