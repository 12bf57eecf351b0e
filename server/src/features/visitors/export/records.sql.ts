import type { Sql } from '../../../platform/database.ts';

/** An identity of the person in one interface, which may have been deleted (null). */
export interface VisitorRecord {
  readonly id: string;
}

export async function listVisitorRecords(sql: Sql, ids: readonly string[]): Promise<VisitorRecord[]> {
  return sql<VisitorRecord[]>`
    SELECT v.visitor_id AS id, i.id AS interface_id, i.name AS interface_name, v.user_id, v.user_name AS name,
      v.user_email AS email, v.contact_email, v.name_verified, v.email_verified, v.created_at
    FROM chat_visitors v LEFT JOIN chat_interfaces i ON i.id = v.interface_id
    WHERE v.id = ANY(${[...ids]}) ORDER BY v.created_at, v.id`;
}

export interface Numbered {
  readonly id: string;
}

/** The next visits of visitors after `lastId`. A deleted interface is null at once, although they still name it. */
export async function listVisitsAfter(
  sql: Sql,
  visitors: readonly string[],
  lastId: string | undefined,
  limit: number,
): Promise<Numbered[]> {
  return sql<Numbered[]>`
    SELECT s.id, v.visitor_id, i.id AS interface_id, s.thread_id, s.origin, s.ip, s.user_agent, s.referrer, s.page_url,
      s.page_title, c.first_page_url, s.locale, s.metadata, s.consented_at, s.message_count, s.preview, s.created_at,
      s.last_seen_at, nullif(s.seen_up_to, '-infinity') AS seen_up_to
    FROM chat_sessions s JOIN chat_visitors v ON v.id = s.visitor
    LEFT JOIN chat_interfaces i ON i.id = s.interface_id LEFT JOIN conversations c ON c.thread_id = s.thread_id
    WHERE s.visitor = ANY(${[...visitors]}) ${lastId === undefined ? sql`` : sql`AND s.id > ${lastId}`}
    ORDER BY s.id LIMIT ${limit}`;
}

/** A message of a thread, with its place in it. */
export interface PlacedMessage {
  readonly id: string;
  readonly place: string;
}

export async function listMessagesAfter(
  sql: Sql,
  workspaceId: string,
  threadId: string,
  lastPlace: string | undefined,
  limit: number,
): Promise<PlacedMessage[]> {
  return sql<PlacedMessage[]>`
    SELECT id, place::text AS place FROM messages WHERE workspace_id = ${workspaceId} AND thread_id = ${threadId}
      ${lastPlace === undefined ? sql`` : sql`AND place > ${lastPlace}::bigint`}
    ORDER BY place LIMIT ${limit}`;
}

/** What the team has noted about these conversations. */
export async function listNotesAfter(
  sql: Sql,
  threadIds: readonly string[],
  lastId: string | undefined,
  limit: number,
): Promise<Numbered[]> {
  return sql<Numbered[]>`
    SELECT n.id, n.conversation_id, n.author, n.content, n.created_at
    FROM conversations c JOIN conversation_notes n ON n.conversation_id = c.id
    WHERE c.thread_id = ANY(${[...threadIds]}) ${lastId === undefined ? sql`` : sql`AND n.id > ${lastId}`}
    ORDER BY n.id LIMIT ${limit}`;
}

/** The person's questions that the insights show. */
export async function listQuestionsAfter(
  sql: Sql,
  threadIds: readonly string[],
  lastId: string | undefined,
  limit: number,
): Promise<Numbered[]> {
  return sql<Numbered[]>`
    SELECT q.message_id AS id, m.thread_id, q.question, g.id AS group_id, g.state, q.asked_at
    FROM grouped_questions q JOIN messages m ON m.id = q.message_id JOIN question_groups g ON g.id = q.group_id
    WHERE m.thread_id = ANY(${[...threadIds]}) ${lastId === undefined ? sql`` : sql`AND q.message_id > ${lastId}`}
    ORDER BY q.message_id LIMIT ${limit}`;
}

/** An uploaded file, with the thread that it belongs to; null for the files of submissions. */
export interface PersonalFile {
  readonly id: string;
  readonly thread_id: string | null;
  readonly file_name: string;
  readonly file_size: number;
  readonly mime_type: string;
  readonly storage_key: string;
  readonly created_at: string;
}

/** The next files of these threads and submissions after `lastId`. */
export async function listFilesAfter(
  sql: Sql,
  workspaceId: string,
  of: { readonly threadIds: readonly string[]; readonly fileIds: readonly string[] },
  lastId: string | undefined,
  limit: number,
): Promise<PersonalFile[]> {
  return sql<PersonalFile[]>`
    SELECT id, CASE WHEN owner LIKE 'thr_%' THEN owner END AS thread_id, file_name, file_size::float8 AS file_size,
      mime_type, storage_key, created_at
    FROM files WHERE workspace_id = ${workspaceId}
      AND (owner = ANY(${[...of.threadIds]}) OR id = ANY(${[...of.fileIds]}))
      ${lastId === undefined ? sql`` : sql`AND id > ${lastId}`}
    ORDER BY id LIMIT ${limit}`;
}
