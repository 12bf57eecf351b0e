import type { Page } from '../../../platform/http/route.ts';
import type { Outcome, ThreadListQuery, Thread, ThreadFields, ThreadStatus } from '@portico/shared-types';
import { type Fragment, json, type Sql, type Transaction } from '../../../platform/database.ts';
import { assertPeriod, containing, selectPage } from '../../../platform/select-page.ts';

export interface ThreadRow {
  id: string;
  workspace_id: string;
  agent_id: string;
  status: ThreadStatus;
  title: string | null;
  metadata: Record<string, unknown>;
  outcome: Outcome | null;
  /** Who answers: the agent, nobody until a person comes, or a person. */
  answered_by: 'agent' | 'nobody' | 'person';
  created_at: string;
}

export interface NewThreadRow {
  id: string;
  workspaceId: string;
  agentId: string;
  title: string | null;
  metadata: Record<string, unknown>;
  key: string | null;
}

const columns = (sql: Sql) =>
  sql`id, workspace_id, agent_id, status, title, metadata, outcome, answered_by, created_at`;

/** The new row, or the one that was created with the same key before. */
export async function insertThread(sql: Sql, thread: NewThreadRow): Promise<ThreadRow> {
  const [added] = await sql<ThreadRow[]>`
    INSERT INTO threads (id, workspace_id, agent_id, title, metadata, key)
    VALUES (${thread.id}, ${thread.workspaceId}, ${thread.agentId}, ${thread.title}, ${json(thread.metadata)},
      ${thread.key})
    ON CONFLICT (workspace_id, key) DO NOTHING RETURNING ${columns(sql)}`;
  if (added !== undefined) return added;
  const known = thread.key === null ? undefined : await findThreadByKey(sql, thread.workspaceId, thread.key);
  if (known === undefined) throw new Error('the thread was not stored');
  return known;
}

export async function findThread(sql: Sql, workspaceId: string, id: string): Promise<ThreadRow | undefined> {
  const [row] = await sql<ThreadRow[]>`
    SELECT ${columns(sql)} FROM threads WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return row;
}

/** Returns those of `ids` that exist. */
export async function findExistingThreads(sql: Sql, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM threads WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]}::text[])`;
  return rows.map(({ id }) => id);
}

/**
 * The first of `ids` in which a visitor would be answered: by a person, or by an agent. An archived agent doesn't count
 * unless it is `agentId`.
 */
export async function findAnsweredThread(
  sql: Sql,
  { workspaceId, agentId }: { readonly workspaceId: string; readonly agentId: string },
  ids: readonly string[],
): Promise<string | undefined> {
  const wanted = [...ids];
  const [row] = await sql<{ id: string }[]>`
    SELECT t.id FROM threads t LEFT JOIN agents a ON a.workspace_id = t.workspace_id AND a.id = t.agent_id
    WHERE t.workspace_id = ${workspaceId} AND t.id = ANY(${wanted}::text[])
      AND (t.answered_by <> 'agent' OR t.status = 'active' AND (a.status = 'active' OR a.id = ${agentId}))
    ORDER BY array_position(${wanted}::text[], t.id) LIMIT 1`;
  return row?.id;
}

/** The thread that was created with this key. */
export async function findThreadByKey(sql: Sql, workspaceId: string, key: string): Promise<ThreadRow | undefined> {
  const [row] = await sql<ThreadRow[]>`
    SELECT ${columns(sql)} FROM threads WHERE workspace_id = ${workspaceId} AND key = ${key}`;
  return row;
}

const executionOf = (sql: Sql) => sql`split_part(key, ':', 1)`;
const isOfExecution = (sql: Sql) => sql`starts_with(key, 'exe_')`;

/**
 * True if others than the execution have written in the thread, and have not been deleted: people, or executions whose
 * nodes name it as `thread_id`. The messages of a node have its key, which begins with the id of its execution.
 */
const isShared = (sql: Sql, threadId: ReturnType<Sql>, executionId: ReturnType<Sql>) => sql`
  EXISTS (SELECT FROM messages AS asked
    WHERE asked.thread_id = ${threadId} AND asked.role = 'user' AND (asked.client_message_id IS NULL
      OR NOT starts_with(asked.client_message_id, 'exe_')
      OR EXISTS (SELECT FROM executions AS other
        WHERE other.id = split_part(asked.client_message_id, ':', 1) AND other.id <> ${executionId})))`;

/** The threads in which agents reply to nodes of these executions: their keys begin with the execution's id. */
export async function listThreadsOfExecutions(
  sql: Sql,
  workspaceId: string,
  executionIds: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM threads
    WHERE ${isOfExecution(sql)} AND ${executionOf(sql)} = ANY(${[...executionIds]}) AND workspace_id = ${workspaceId}
    ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** Those of an execution that nobody else uses. */
export async function listOwnThreads(sql: Sql, workspaceId: string, executionId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM threads
    WHERE ${isOfExecution(sql)} AND ${executionOf(sql)} = ${executionId} AND workspace_id = ${workspaceId}
      AND NOT ${isShared(sql, sql`threads.id`, sql`${executionId}`)} ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** A thread of an execution. It is unused if the execution was deleted and no retry may continue it. */
export interface ThreadOfExecution {
  readonly id: string;
  readonly workspace_id: string;
  readonly execution_id: string;
  readonly is_unused: boolean;
}

/** The next threads of executions, of all workspaces. */
export async function listThreadsOfExecutionsAfter(
  sql: Sql,
  after: ThreadOfExecution | undefined,
  limit: number,
): Promise<ThreadOfExecution[]> {
  const { id, execution_id: executionId } = after ?? { id: '', execution_id: '' };
  return sql<ThreadOfExecution[]>`
    SELECT page.id, workspace_id, execution_id,
      NOT EXISTS (SELECT FROM executions WHERE executions.id = execution_id)
        AND NOT has_open_retry(execution_id) AND NOT ${isShared(sql, sql`page.id`, sql`execution_id`)} AS is_unused
    FROM (
      SELECT id, workspace_id, ${executionOf(sql)} AS execution_id FROM threads
      WHERE ${isOfExecution(sql)} AND (${executionOf(sql)}, id) > (${executionId}, ${id})
      ORDER BY ${executionOf(sql)}, id LIMIT ${limit}
    ) AS page ORDER BY execution_id, page.id`;
}

/**
 * Locks a thread of an execution until the transaction ends; false if a reply is in progress in it, or if others use it.
 */
export async function lockOwnThread(tx: Transaction, id: string, executionId: string): Promise<boolean> {
  await tx`SELECT 1 FROM threads WHERE id = ${id} FOR UPDATE`;
  const rows = await tx`
    SELECT 1 WHERE NOT EXISTS (SELECT FROM replies WHERE thread_id = ${id})
      AND NOT ${isShared(tx, tx`${id}`, tx`${executionId}`)}`;
  return rows.length > 0;
}

/** The thread, locked until the transaction ends; everyone who adds messages locks it. */
export async function lockThread(sql: Sql, workspaceId: string, id: string): Promise<ThreadRow | undefined> {
  const [row] = await sql<ThreadRow[]>`
    SELECT ${columns(sql)} FROM threads WHERE workspace_id = ${workspaceId} AND id = ${id} FOR NO KEY UPDATE`;
  return row;
}

/** The thread with the values computed from its messages. */
export async function findCountedThread(
  sql: Sql,
  workspaceId: string,
  id: string,
): Promise<(ThreadRow & Pick<Thread, 'message_count' | 'last_message_at'>) | undefined> {
  const [row] = await sql<(ThreadRow & Pick<Thread, 'message_count' | 'last_message_at'>)[]>`
    SELECT ${columns(sql)}, message_count, last_message_at
    FROM threads CROSS JOIN LATERAL (
      SELECT count(*)::int AS message_count, max(messages.created_at) AS last_message_at
      FROM messages WHERE messages.workspace_id = ${workspaceId} AND thread_id = ${id}) AS counted
    WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return row;
}

/** Threads whose messages one query searches. With the embedded database, nothing else runs meanwhile. */
const searchedTogether = 500;

/** A page, newest first. */
export async function listThreads(sql: Sql, workspaceId: string, query: ThreadListQuery): Promise<Page<ThreadRow>> {
  const { agent_id: agentId, outcome, q } = query;
  const from = sql`threads WHERE workspace_id = ${workspaceId}
    ${agentId === undefined ? sql`` : sql`AND agent_id = ${agentId}`}
    ${outcome === undefined ? sql`` : sql`AND outcome = ${outcome}`}`;
  if (q === undefined) return selectPage<ThreadRow>(sql, query, { columns: columns(sql), from, key: sql`id` });
  const ids = await searchThreads(sql, from, query, containing(q));
  const before = (query.page - 1) * query.per_page;
  const items = await sql<ThreadRow[]>`
    SELECT ${columns(sql)} FROM threads
    WHERE workspace_id = ${workspaceId} AND id = ANY(${ids.slice(before, before + query.per_page)}::text[])
    ORDER BY id DESC`;
  return { items, total: ids.length };
}

/** The ids of the threads whose title or messages match the pattern, newest first. */
async function searchThreads(
  sql: Sql,
  threads: Fragment,
  { from, to }: Pick<ThreadListQuery, 'from' | 'to'>,
  pattern: string,
): Promise<string[]> {
  assertPeriod({ from, to });
  const since = from === undefined ? sql`` : sql`AND created_at >= ${from}::timestamptz`;
  const until = to === undefined ? sql`` : sql`AND created_at < ${to}::timestamptz`;
  const found: string[] = [];
  for (let last: string | null | undefined; last !== null;) {
    const [part] = await sql<{ last: string | null; ids: string[] }[]>`
      WITH part AS MATERIALIZED (
        SELECT id, title FROM ${threads} ${since} ${until} ${last === undefined ? sql`` : sql`AND id < ${last}`}
        ORDER BY id DESC LIMIT ${searchedTogether}
      )
      SELECT (SELECT min(id) FROM part) AS last, ARRAY(
        SELECT id FROM part WHERE title ILIKE ${pattern} OR EXISTS (
          SELECT FROM messages WHERE thread_id = part.id AND content ILIKE ${pattern})
        ORDER BY id DESC) AS ids`;
    found.push(...(part?.ids ?? []));
    last = part?.last ?? null;
  }
  return found;
}

export async function updateThread(sql: Sql, workspaceId: string, id: string, fields: ThreadFields): Promise<void> {
  await sql`
    UPDATE threads SET title = ${fields.title ?? null}, metadata = ${json(fields.metadata)}, status = ${fields.status}
    WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

export async function setAnsweredBy(
  sql: Sql,
  { workspace_id, id }: ThreadRow,
  by: ThreadRow['answered_by'],
): Promise<void> {
  await sql`UPDATE threads SET answered_by = ${by} WHERE workspace_id = ${workspace_id} AND id = ${id}`;
}

/** Whether a thread has files, or more messages or events than one statement may delete. */
export async function needsSteps(sql: Sql, workspaceId: string, id: string, rows: number): Promise<boolean> {
  const [row] = await sql<{ needs_steps: boolean }[]>`
    SELECT EXISTS (SELECT FROM files WHERE workspace_id = ${workspaceId} AND owner = ${id})
      OR EXISTS (SELECT FROM messages WHERE workspace_id = ${workspaceId} AND thread_id = ${id}
        ORDER BY place OFFSET ${rows} LIMIT 1)
      OR EXISTS (SELECT FROM events WHERE stream = ${id} ORDER BY id OFFSET ${rows} LIMIT 1) AS needs_steps`;
  return row?.needs_steps === true;
}

/** Deletes a thread and, through foreign keys, its messages and replies. */
export async function deleteThreadRow(sql: Sql, workspaceId: string, id: string): Promise<boolean> {
  const rows = await sql`DELETE FROM threads WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING id`;
  return rows.length > 0;
}
