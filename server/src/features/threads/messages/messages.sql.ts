import type { Page } from '../../../platform/http/route.ts';
import type { PageQuery, Citation, Feedback, Message, MessageAuthor, Outcome, ReplyTrace } from '@portico/shared-types';
import { json, type Sql } from '../../../platform/database.ts';
import type { ErrorDetails } from '../../../platform/errors.ts';
import type { LeaseKey } from '../../../platform/leases/lease.ts';
import type { ReplyStep } from '../replies/reply-step.ts';
import { ascending, selectPage } from '../../../platform/select-page.ts';

/** Why a reply failed; `retry_after` in seconds if trying again later helps. */
export interface ReplyError {
  code: 'execution_failed' | 'service_unavailable' | 'rate_limit_exceeded';
  message: string;
  details?: ErrorDetails;
  retry_after?: number;
}

/** A stored citation, possibly by an older version. */
export type StoredCitation = Omit<Citation, 'title' | 'url' | 'heading'> & Partial<Citation>;

export interface MessageRow extends Omit<Message, 'tool_calls' | 'usage' | 'citations'> {
  citations: StoredCitation[];
  tool_calls: NonNullable<Message['tool_calls']> | null;
  usage: NonNullable<Message['usage']> | null;
  error: ReplyError | null;
  reply_to: string | null;
}

/** A message as a model sees it. */
export interface HistoryRow extends Pick<
  MessageRow,
  'id' | 'role' | 'content' | 'attachments' | 'status' | 'citations'
> {
  steps: ReplyStep[] | null;
  /** Null for the one that follows from the role. */
  author: MessageAuthor | null;
}

/** Messages without their own author have the default of their role. */
export const columns = (sql: Sql) => sql`id, thread_id, role, content, status, tool_calls, usage, citations, outcome,
  attachments, feedback, client_message_id, replaced_by, follow_ups, error, reply_to, created_at,
  coalesce(author, CASE role
    WHEN 'assistant' THEN (
      SELECT json_build_object('type', 'agent', 'id', threads.agent_id, 'name', agents.name, 'avatar_url', NULL)
      FROM threads LEFT JOIN agents ON agents.id = threads.agent_id WHERE threads.id = thread_id)
    ELSE json_build_object('type', CASE role WHEN 'user' THEN 'visitor' ELSE 'system' END, 'id', NULL, 'name', NULL,
      'avatar_url', NULL) END) AS author`;

export type NewMessageRow = Pick<
  Message,
  'id' | 'thread_id' | 'role' | 'content' | 'status' | 'attachments' | 'client_message_id' | 'created_at'
> & {
  workspace_id: string;
  reply_to: string | null;
  /** Null for the one that follows from the role. */
  author: MessageAuthor | null;
};

export async function insertMessages(sql: Sql, messages: readonly NewMessageRow[]): Promise<void> {
  // An array of objects in one parameter, so that the rows are inserted in the order of the array.
  await sql`
    INSERT INTO messages (id, workspace_id, thread_id, role, content, status, attachments, client_message_id, reply_to,
      author, created_at)
    SELECT new->>'id', new->>'workspace_id', new->>'thread_id', new->>'role', new->>'content', new->>'status',
      new->'attachments', new->>'client_message_id', new->>'reply_to', (new->>'author')::json,
      (new->>'created_at')::timestamptz
    FROM json_array_elements(${json(messages)}::json) WITH ORDINALITY AS row (new, at) ORDER BY at`;
}

export async function findMessage(
  sql: Sql,
  workspaceId: string,
  threadId: string,
  id: string,
): Promise<MessageRow | undefined> {
  const [row] = await sql<MessageRow[]>`
    SELECT ${columns(sql)} FROM messages
    WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId} AND id = ${id}`;
  return row;
}

/** These messages of a thread, in the order of the thread. */
export async function findMessages(
  sql: Sql,
  workspaceId: string,
  threadId: string,
  ids: readonly string[],
): Promise<MessageRow[]> {
  return sql<MessageRow[]>`
    SELECT ${columns(sql)} FROM messages
    WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId} AND id = ANY(${[...ids]}) ORDER BY place`;
}

/** The message with this `client_message_id`. */
export async function findClientMessage(
  sql: Sql,
  workspaceId: string,
  threadId: string,
  clientMessageId: string,
): Promise<MessageRow | undefined> {
  const [row] = await sql<MessageRow[]>`
    SELECT ${columns(sql)} FROM messages WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId}
      AND client_message_id = ${clientMessageId}`;
  return row;
}

/** Returns which of these texts the thread has as system messages. */
export async function findSystemTexts(
  sql: Sql,
  workspaceId: string,
  threadId: string,
  texts: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ content: string }[]>`
    SELECT content FROM messages WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId} AND role = 'system'
      AND content = ANY(${[...texts]})`;
  return rows.map(({ content }) => content);
}

/** The current reply to a user message: the one that was not replaced. */
export async function findReply(sql: Sql, workspaceId: string, userMessageId: string): Promise<MessageRow | undefined> {
  const [row] = await sql<MessageRow[]>`
    SELECT ${columns(sql)} FROM messages
    WHERE workspace_id = ${workspaceId} AND reply_to = ${userMessageId} AND replaced_by IS NULL`;
  return row;
}

/** The id of the event of a user message; 1 if it isn't found, so that nothing is left out. */
export async function findCreatedEvent(sql: Sql, threadId: string, id: string): Promise<number> {
  // The log serialises an event's keys in the given order.
  const beginning = `{"message":{"id":"${id}"%`;
  const [row] = await sql<{ id: number }[]>`
    SELECT id FROM events WHERE stream = ${threadId} AND event = 'message:created' AND data LIKE ${beginning}`;
  return row?.id ?? 1;
}

/** A page, oldest first. */
export async function listMessageRows(
  sql: Sql,
  workspaceId: string,
  threadId: string,
  query: PageQuery,
): Promise<Page<MessageRow>> {
  return selectPage<MessageRow>(sql, query, {
    columns: columns(sql),
    from: sql`messages WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId}`,
    order: [ascending(sql`place`)],
  });
}

/** The messages up to and including a given one, newest first; replaced replies are left out. */
export async function findHistory(
  sql: Sql,
  workspaceId: string,
  threadId: string,
  userMessageId: string,
  limit: number,
): Promise<HistoryRow[]> {
  return sql<HistoryRow[]>`
    SELECT id, role, content, status, attachments, citations, steps, author FROM messages
    WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId} AND replaced_by IS NULL
      AND place <= (SELECT place FROM messages WHERE workspace_id = ${workspaceId} AND id = ${userMessageId})
    ORDER BY place DESC LIMIT ${limit}`;
}

export async function isLastReply(sql: Sql, workspaceId: string, threadId: string, id: string): Promise<boolean> {
  const [row] = await sql<{ last: string }[]>`
    SELECT id AS last FROM messages
    WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId} AND role <> 'system'
    ORDER BY place DESC LIMIT 1`;
  return row?.last === id;
}

/** The newest reply of a thread that no other replaced. */
export async function findLastReply(sql: Sql, workspaceId: string, threadId: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    SELECT id FROM messages WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId}
      AND reply_to IS NOT NULL AND replaced_by IS NULL
    ORDER BY place DESC LIMIT 1`;
  return row?.id;
}

export async function markReplaced(sql: Sql, workspaceId: string, id: string, by: string): Promise<void> {
  await sql`UPDATE messages SET replaced_by = ${by} WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

export async function updateFeedback(
  sql: Sql,
  workspaceId: string,
  threadId: string,
  id: string,
  feedback: Feedback | null,
): Promise<MessageRow | undefined> {
  const [row] = await sql<MessageRow[]>`
    WITH rated AS (
      UPDATE messages SET feedback = ${feedback === null ? null : json(feedback)},
        outcome = CASE WHEN outcome = 'answered' AND ${feedback?.rating === 'down'} THEN 'unsure'
          WHEN outcome = 'unsure' AND feedback->>'rating' = 'down' AND ${feedback?.rating !== 'down'} THEN 'answered'
          ELSE outcome END
      WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId} AND id = ${id} AND role = 'assistant'
      RETURNING ${columns(sql)}, place
    ), counted AS (
      UPDATE threads SET outcome = rated.outcome FROM rated
      WHERE threads.id = rated.thread_id AND rated.outcome IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM messages later WHERE later.workspace_id = ${workspaceId} AND later.thread_id = rated.thread_id
          AND later.place > rated.place AND later.outcome IS NOT NULL)
    )
    SELECT ${columns(sql)} FROM rated`;
  return row;
}

/** Makes the newest reply of a thread unsure if it was answered, because its reader asked for a person after it. */
export async function doubtLastReply(sql: Sql, workspaceId: string, threadId: string): Promise<void> {
  await sql`
    WITH doubted AS (
      UPDATE messages SET outcome = 'unsure' WHERE outcome = 'answered' AND id = (
        SELECT id FROM messages WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId}
          AND outcome IS NOT NULL AND replaced_by IS NULL
        ORDER BY place DESC LIMIT 1)
      RETURNING thread_id
    )
    UPDATE threads SET outcome = 'unsure' FROM doubted WHERE threads.id = doubted.thread_id`;
}

/** The result of a reply. */
export type ReplyEnd = Pick<MessageRow, 'status' | 'content' | 'tool_calls' | 'usage' | 'citations' | 'error'> & {
  steps: readonly ReplyStep[] | null;
  /** Null for a reply that wasn't finished. */
  outcome?: Outcome | null;
  /** Whether an unanswered question may have an answer that the search could not find at the time. */
  mayBeAnswered?: boolean;
  follow_ups?: readonly string[];
  trace?: ReplyTrace | undefined;
};

/**
 * Ends a reply: writes its message and deletes its row, under the fence of the lease. Undefined if the lease was lost,
 * or a person has taken the thread over. The thread is locked first, as by every other writer: a person who takes over
 * at the same moment comes either before this reply, which is then not stored, or after it.
 */
export async function endReply(
  sql: Sql,
  reply: LeaseKey & { readonly threadId: string },
  end: ReplyEnd,
): Promise<MessageRow | undefined> {
  const [row] = await sql<MessageRow[]>`
    WITH held AS MATERIALIZED (
      SELECT id FROM threads WHERE id = ${reply.threadId} AND answered_by <> 'person' FOR NO KEY UPDATE
    ), ended AS (
      DELETE FROM replies WHERE message_id = ${reply.id} AND lease_token = ${reply.lease_token}
        AND thread_id = (SELECT id FROM held)
      RETURNING message_id AS ended_id, thread_id AS ended_thread
    ), traced AS (
      INSERT INTO reply_traces (message_id, trace) SELECT ended_id, ${json(end.trace)}::json FROM ended
      WHERE ${end.trace !== undefined} ON CONFLICT (message_id) DO UPDATE SET trace = EXCLUDED.trace
    ), counted AS (
      UPDATE threads SET outcome = ${end.outcome ?? null} FROM ended
      WHERE threads.id = ended.ended_thread AND ${(end.outcome ?? null) !== null}
    )
    UPDATE messages SET outcome = ${end.outcome ?? null}, follow_ups = ${json(end.follow_ups ?? [])}, status = ${end.status}, content = ${end.content},
      tool_calls = ${end.tool_calls === null ? null : json(end.tool_calls)},
      usage = ${end.usage === null ? null : json(end.usage)}, citations = ${json(end.citations)},
      steps = ${end.steps === null ? null : json(end.steps)}, error = ${end.error === null ? null : json(end.error)}
    FROM ended WHERE id = ended.ended_id RETURNING ${columns(sql)}`;
  return row;
}

/** Leaves the question of a reply out of those that wait for an answer of the owner, where its outcome has put it. */
export async function leaveUngrouped(tx: Sql, id: string): Promise<void> {
  await tx`DELETE FROM questions_to_group WHERE message_id = ${id}`;
}

/** Deletes a reply that was never shown; one that it was to replace counts again. */
export async function deleteUnseenReply(sql: Sql, workspaceId: string, id: string): Promise<void> {
  await sql`
    WITH unseen AS (
      DELETE FROM messages WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING reply_to
    )
    UPDATE messages SET replaced_by = NULL FROM unseen
    WHERE workspace_id = ${workspaceId} AND messages.reply_to = unseen.reply_to AND replaced_by = ${id}`;
}

/** The trace of a reply; undefined for one that was written by an older version, or whose process ended. */
export async function findTrace(sql: Sql, messageId: string): Promise<ReplyTrace | undefined> {
  const [row] = await sql<{ trace: ReplyTrace }[]>`SELECT trace FROM reply_traces WHERE message_id = ${messageId}`;
  return row?.trace;
}
