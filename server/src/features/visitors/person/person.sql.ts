import type { Sql, Transaction } from '../../../platform/database.ts';

/** How a person's rows are recognized (docs/reference/people.md#requests-of-data-subjects). */
export interface Traits {
  readonly userIds: readonly string[];
  /** In lower case, in every spelling. */
  readonly emails: readonly string[];
  readonly visitorIds: readonly string[];
  /** Whether a visitor with one of the addresses counts although the site has signed another user's id. */
  readonly emailsOfUsers: boolean;
}

/** A visitor of a chat interface, which may be one of several of the same person. */
export interface PersonalVisitor {
  readonly id: string;
  readonly visitor_id: string;
  readonly user_id: string | null;
  readonly user_email: string | null;
  readonly contact_email: string | null;
}

/** The addresses in lower case that a site has signed for its user. */
export async function listEmailsOf(sql: Sql, workspaceId: string, userId: string): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    SELECT DISTINCT lower(user_email) AS email FROM chat_visitors
    WHERE workspace_id = ${workspaceId} AND user_id = ${userId} AND email_verified`;
  return rows.map(({ email }) => email);
}

/** The users for whom a site has signed one of these addresses. */
export async function listUsersWith(sql: Sql, workspaceId: string, emails: readonly string[]): Promise<string[]> {
  const rows = await sql<{ user_id: string }[]>`
    SELECT DISTINCT user_id FROM chat_visitors
    WHERE workspace_id = ${workspaceId} AND lower(user_email) = ANY(${[...emails]}) AND email_verified
      AND user_id IS NOT NULL`;
  return rows.map(({ user_id: id }) => id);
}

export async function listVisitorsWith(sql: Sql, workspaceId: string, traits: Traits): Promise<PersonalVisitor[]> {
  const emails = [...traits.emails];
  return sql<PersonalVisitor[]>`
    SELECT id, visitor_id, user_id, user_email, contact_email FROM chat_visitors
    WHERE workspace_id = ${workspaceId} AND (
      user_id = ANY(${[...traits.userIds]}) OR visitor_id = ANY(${[...traits.visitorIds]})
      OR ((user_id IS NULL OR ${traits.emailsOfUsers}::boolean)
        AND (lower(user_email) = ANY(${emails}) OR lower(contact_email) = ANY(${emails}))))
    ORDER BY created_at, id`;
}

export async function listThreadsOf(sql: Sql, visitors: readonly string[]): Promise<string[]> {
  const rows = await sql<{ thread_id: string }[]>`
    SELECT DISTINCT thread_id FROM chat_sessions WHERE visitor = ANY(${[...visitors]}) ORDER BY thread_id`;
  return rows.map(({ thread_id: id }) => id);
}

/** Ends the sessions of visitors: their tokens become invalid, and their streams are closed. */
export async function endSessionsOf(tx: Transaction, visitors: readonly string[]): Promise<void> {
  await tx`UPDATE chat_sessions SET ends_at = 'epoch' WHERE visitor = ANY(${[...visitors]})`;
}

/** A submission, and what ran for it. */
export interface PersonalSubmission {
  readonly id: string;
  readonly thread_id: string | null;
  readonly execution_id: string | null;
  readonly file_ids: string[];
  readonly submitted_at: string;
}

/** The submissions of a workspace in which a field contains nothing but one of these addresses, in any case. */
export async function listSubmissionsWith(
  sql: Sql,
  workspaceId: string,
  emails: readonly string[],
): Promise<PersonalSubmission[]> {
  return sql<PersonalSubmission[]>`
    SELECT id, thread_id, execution_id, file_ids, submitted_at FROM form_submissions
    WHERE id IN (
      SELECT submission_id FROM submitted_addresses
      WHERE workspace_id = ${workspaceId} AND address = ANY(${[...emails]}))
    ORDER BY submitted_at DESC, id DESC`;
}

/** Those of these threads in which a reply is in progress. */
export async function listReplyingThreads(sql: Sql, threadIds: readonly string[]): Promise<string[]> {
  const rows = await sql<{ thread_id: string }[]>`
    SELECT DISTINCT thread_id FROM replies WHERE thread_id = ANY(${[...threadIds]})`;
  return rows.map(({ thread_id: id }) => id);
}

/** The calls of tools in these threads' replies, those of replies in progress included, for the executions they caused. */
export async function listToolCalls(
  sql: Sql,
  threadIds: readonly string[],
): Promise<{ message_id: string; call_id: string }[]> {
  return sql<{ message_id: string; call_id: string }[]>`
    SELECT m.id AS message_id, call.value->>'id' AS call_id
    FROM messages m, json_array_elements(m.tool_calls) AS call
    WHERE m.thread_id = ANY(${[...threadIds]}) AND m.tool_calls IS NOT NULL
    UNION
    SELECT r.message_id, call.value->>'id' FROM replies r, json_array_elements(r.steps) AS step,
      json_array_elements(step.value->'calls') AS call
    WHERE r.thread_id = ANY(${[...threadIds]})`;
}

/** Those of these executions that exist, and those that repeated one of them. */
export async function listExecutionsOf(sql: Sql, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM executions WHERE workspace_id = ${workspaceId}
      AND id IN (SELECT executions_with_retries(${[...ids]}::text[])) ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** The executions that ran because of these submissions and threads. */
export async function listExecutionsCausedBy(
  sql: Sql,
  workspaceId: string,
  causes: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM executions WHERE workspace_id = ${workspaceId}
      AND id IN (SELECT executions_caused_by(${[...causes]}::text[])) ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** The executions that were started because of these submissions and threads, deleted ones included. */
export async function listStartsCausedBy(sql: Sql, workspaceId: string, causes: readonly string[]): Promise<string[]> {
  const rows = await sql<{ run_id: string }[]>`
    SELECT run_id FROM credit_payers
    WHERE workspace_id = ${workspaceId} AND cause_id = ANY(${[...causes]}) AND starts_with(run_id, 'exe_')
    ORDER BY run_id`;
  return rows.map(({ run_id: id }) => id);
}

/** Numbers of the conversations in these threads, and of the files that visitors uploaded there. */
export async function countContents(
  sql: Sql,
  workspaceId: string,
  threadIds: readonly string[],
): Promise<{ conversations: number; files: number }> {
  const ids = [...threadIds];
  const [row] = await sql<{ conversations: number; files: number }[]>`
    SELECT (SELECT count(*)::int FROM conversations WHERE thread_id = ANY(${ids})) AS conversations,
      (SELECT count(*)::int FROM files WHERE workspace_id = ${workspaceId} AND owner = ANY(${ids})) AS files`;
  return row ?? { conversations: 0, files: 0 };
}
