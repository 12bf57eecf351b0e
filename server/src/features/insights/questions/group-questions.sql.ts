import type { Sql } from '../../../platform/database.ts';

/** Workspaces with questions to group, except some, those that have waited longest first. */
export async function findWaitingWorkspaces(sql: Sql, except: readonly string[], limit: number): Promise<string[]> {
  const rows = await sql<{ workspace_id: string }[]>`
    SELECT workspace_id FROM questions_to_group WHERE workspace_id <> ALL(${[...except]}::text[])
    GROUP BY 1 ORDER BY min(position) LIMIT ${limit}`;
  return rows.map(({ workspace_id: id }) => id);
}

/** Lets only one process at a time group a workspace's questions: two could create two groups for one question. */
export async function lockGrouping(tx: Sql, workspaceId: string): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`insights ${workspaceId}`}, 0))`;
}

/** A reply whose question has to be grouped, or to leave its group. */
export interface QuestionToGroup {
  readonly message_id: string;
  readonly state: 'unanswered' | 'unsure' | null;
  readonly question: string | null;
  readonly agent_id: string;
  readonly interface_id: string | null;
  readonly asked_at: string;
}

/**
 * Removes questions from the queue, except those in a group; a null state means that the question belongs to no group.
 * Their replies are locked against deletion first, which also locks groups: in another order, both would wait for each
 * other. Questions whose replies are being deleted are left out.
 */
export async function takeQuestions(tx: Sql, workspaceId: string, limit: number): Promise<QuestionToGroup[]> {
  return tx<QuestionToGroup[]>`
    WITH chosen AS MATERIALIZED (
      SELECT q.message_id FROM questions_to_group q JOIN messages m ON m.id = q.message_id
      WHERE q.workspace_id = ${workspaceId}
        AND NOT EXISTS (SELECT FROM grouped_questions WHERE message_id = q.message_id)
      ORDER BY q.position LIMIT ${limit}
      -- In this order: a question stays locked if its reply, which is locked after it, is left out.
      FOR KEY SHARE OF m SKIP LOCKED FOR UPDATE OF q SKIP LOCKED
    ), taken AS (
      DELETE FROM questions_to_group WHERE message_id = ANY(ARRAY(SELECT message_id FROM chosen))
      RETURNING message_id, position
    )
    SELECT m.id AS message_id, threads.agent_id, s.interface_id, m.created_at AS asked_at,
      CASE WHEN m.replaced_by IS NULL AND NOT coalesce(s.preview, false) AND m.outcome IN ('unanswered', 'unsure')
          AND (threads.metadata -> 'preview')::text IS DISTINCT FROM 'true'
        THEN m.outcome END AS state,
      left(asked.content, 1000) AS question
    FROM taken
    JOIN messages m ON m.id = taken.message_id
    JOIN threads ON threads.id = m.thread_id
    LEFT JOIN messages asked ON asked.id = m.reply_to
    LEFT JOIN LATERAL (
      SELECT interface_id, preview FROM chat_sessions WHERE thread_id = m.thread_id ORDER BY created_at DESC LIMIT 1
    ) AS s ON true
    ORDER BY taken.position`;
}

/** Takes some of the first questions in the queue out of the groups that they are in; returns their number. */
export async function leaveGroups(tx: Sql, workspaceId: string, limit: number): Promise<number> {
  const rows = await tx`
    WITH chosen AS MATERIALIZED (
      SELECT m.id FROM (
        SELECT message_id FROM questions_to_group WHERE workspace_id = ${workspaceId} ORDER BY position LIMIT ${limit}
      ) AS first JOIN grouped_questions USING (message_id) JOIN messages m ON m.id = message_id
      FOR KEY SHARE OF m SKIP LOCKED
    )
    DELETE FROM grouped_questions WHERE message_id = ANY(ARRAY(SELECT id FROM chosen)) RETURNING 1`;
  return rows.length;
}

/** A candidate group for a question. */
export interface Candidate {
  readonly id: string;
  readonly terms: readonly string[];
}

/** Maximum groups that are compared for one question, because a word that everybody uses is in most of them. */
const maxLookedAt = 300;

/**
 * Open groups that share terms with a question, best matches first. Similar questions share two terms unless one is
 * mistyped, so pairs are looked up as well: of the groups with a single common term only some are compared.
 */
export async function findCandidates(
  tx: Sql,
  hashes: readonly number[],
  pairs: readonly (readonly number[])[],
  limit: number,
): Promise<Candidate[]> {
  const open = tx`state IN ('unanswered', 'unsure')`;
  const [first, ...others] = pairs;
  const both = others.reduce(
    (before, pair) => tx`${before} OR term_hashes @> ${[...pair]}::int[]`,
    tx`term_hashes @> ${[...(first ?? hashes)]}::int[]`,
  );
  return tx<Candidate[]>`
    SELECT id, terms FROM (
      (SELECT id, terms, term_hashes, count FROM question_groups WHERE (${both}) AND ${open} LIMIT ${maxLookedAt})
      UNION
      (SELECT id, terms, term_hashes, count FROM question_groups
        WHERE term_hashes && ${[...hashes]}::int[] AND ${open} LIMIT ${maxLookedAt})
    ) AS found
    ORDER BY (SELECT count(*) FROM unnest(term_hashes) AS hash WHERE hash = ANY(${[...hashes]}::int[])) DESC,
      count DESC, id
    LIMIT ${limit}`;
}

export async function insertGroup(
  tx: Sql,
  group: {
    id: string;
    workspaceId: string;
    state: string;
    question: string;
    terms: readonly string[];
    hashes: readonly number[];
  },
): Promise<void> {
  await tx`
    INSERT INTO question_groups (id, workspace_id, state, question, terms, term_hashes)
    VALUES (${group.id}, ${group.workspaceId}, ${group.state}, ${group.question}, ${[...group.terms]}::text[],
      ${[...group.hashes]}::int[])`;
}

/** An open group that has lost its terms with the question from which they were. */
export interface GroupWithoutTerms {
  readonly id: string;
  readonly workspace_id: string;
  readonly state: string;
  readonly question: string;
}

/** Some of them, except the `failed` ones. */
export async function findGroupsWithoutTerms(
  sql: Sql,
  failed: readonly string[],
  limit: number,
): Promise<GroupWithoutTerms[]> {
  return sql<GroupWithoutTerms[]>`
    SELECT id, workspace_id, state, question FROM question_groups
    WHERE terms = '{}' AND state IN ('unanswered', 'unsure') AND id <> ALL(${[...failed]}::text[])
    ORDER BY id LIMIT ${limit}`;
}

/** Sets the terms of a group, unless it has got another question meanwhile. */
export async function setTerms(
  sql: Sql,
  { id, question }: { id: string; question: string },
  terms: readonly string[],
  hashes: readonly number[],
): Promise<void> {
  await sql`
    UPDATE question_groups SET terms = ${[...terms]}::text[], term_hashes = ${[...hashes]}::int[]
    WHERE id = ${id} AND question = ${question}`;
}

/** Locks those of the groups that are not deleted, in the same order as a deletion locks the groups of its questions. */
export async function lockGroups(tx: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx<{ id: string }[]>`
    SELECT id FROM question_groups WHERE id = ANY(${[...ids]}::text[]) ORDER BY id FOR NO KEY UPDATE`;
  return new Set(rows.map(({ id }) => id));
}

/** Returns questions to the queue. */
export async function queueAgain(tx: Sql, workspaceId: string, messageIds: readonly string[]): Promise<void> {
  await tx`
    INSERT INTO questions_to_group (message_id, workspace_id)
    SELECT id, ${workspaceId} FROM unnest(${[...messageIds]}::text[]) AS id ON CONFLICT DO NOTHING`;
}

export async function insertQuestions(
  tx: Sql,
  workspaceId: string,
  questions: readonly (QuestionToGroup & { readonly groupId: string; readonly text: string })[],
): Promise<void> {
  await tx`
    INSERT INTO grouped_questions (message_id, workspace_id, group_id, agent_id, interface_id, question, asked_at)
    SELECT new.message_id, ${workspaceId}, new.group_id, new.agent_id, new.interface_id, new.question, new.asked_at
    FROM unnest(${questions.map((one) => one.message_id)}::text[], ${questions.map((one) => one.groupId)}::text[],
      ${questions.map((one) => one.agent_id)}::text[], ${questions.map((one) => one.interface_id)}::text[],
      ${questions.map((one) => one.text)}::text[], ${questions.map((one) => one.asked_at)}::timestamptz[])
      AS new (message_id, group_id, agent_id, interface_id, question, asked_at)
    ON CONFLICT (message_id) DO NOTHING`;
}
