import type { Conversation, ConversationActor, ConversationStatus, Handover } from '@portico/shared-types';
import { json, type Sql, type Transaction } from '../../../platform/database.ts';

/** A conversation as returned by its GET: its own row, with its interface, visitor and newest session. */
const columns = (sql: Sql) => sql`c.id, c.thread_id,
  json_build_object('id', c.interface_id, 'name', coalesce(i.name, c.interface_name),
    'slug', coalesce(i.slug, c.interface_slug)) AS interface,
  c.agent_id, c.status, c.assignee,
  json_build_object('id', c.visitor_id, 'name', v.user_name, 'email', coalesce(v.contact_email, v.user_email),
    'user_id', v.user_id, 'verified', v.user_id IS NOT NULL, 'locale', s.locale,
    'metadata', coalesce(s.metadata, '{}')) AS visitor,
  c.subject, c.last_message, c.unread_count, c.waiting_since, c.handover, c.rating, c.csat, c.unanswered_count,
  c.cost_credits, s.page_url, c.tags, c.created_at, c.updated_at, c.closed_at`;

const around = (sql: Sql) => sql`
  LEFT JOIN chat_interfaces i ON i.id = c.interface_id
  LEFT JOIN LATERAL (
    SELECT visitor, locale, metadata, page_url FROM chat_sessions
    WHERE chat_sessions.thread_id = c.thread_id ORDER BY created_at DESC LIMIT 1
  ) s ON true
  LEFT JOIN chat_visitors v ON v.id = s.visitor`;

/** Selects the conversations that a fragment provides as `c`. */
export const shownOf = (sql: Sql) => ({ columns: columns(sql), around: around(sql) });

export async function findConversation(sql: Sql, workspaceId: string, id: string): Promise<Conversation | undefined> {
  const [row] = await sql<Conversation[]>`
    SELECT ${columns(sql)} FROM conversations c ${around(sql)}
    WHERE c.workspace_id = ${workspaceId} AND c.id = ${id}`;
  return row;
}

/** The conversation of a thread, in any state; undefined for a thread without a visitor's message. */
export async function findConversationOfThread(
  sql: Sql,
  workspaceId: string,
  threadId: string,
): Promise<Conversation | undefined> {
  const [row] = await sql<Conversation[]>`
    SELECT ${columns(sql)} FROM conversations c ${around(sql)}
    WHERE c.workspace_id = ${workspaceId} AND c.thread_id = ${threadId}`;
  return row;
}

/** The conversations of these threads. */
export async function findConversationsOfThreads(
  sql: Sql,
  workspaceId: string,
  threadIds: readonly string[],
): Promise<Conversation[]> {
  return sql<Conversation[]>`
    SELECT ${columns(sql)} FROM conversations c ${around(sql)}
    WHERE c.workspace_id = ${workspaceId} AND c.thread_id = ANY(${[...threadIds]}) ORDER BY c.id`;
}

/** The same, locked until the transaction ends. */
export async function lockConversation(
  tx: Transaction,
  workspaceId: string,
  id: string,
): Promise<Conversation | undefined> {
  const [row] = await tx<Conversation[]>`
    SELECT ${columns(tx)} FROM conversations c ${around(tx)}
    WHERE c.workspace_id = ${workspaceId} AND c.id = ${id} FOR NO KEY UPDATE OF c`;
  return row;
}

/** Whether the visitor can read what is written: only in a chat that is active. */
export async function findChatStatus(
  sql: Sql,
  { interface: chat }: Conversation,
): Promise<'active' | 'paused' | 'deleted'> {
  const [row] = await sql<{ status: 'active' | 'paused' }[]>`
    SELECT status FROM chat_interfaces WHERE id = ${chat.id}`;
  return row?.status ?? 'deleted';
}

/** The columns that an action changes. */
export interface ConversationState {
  readonly status: ConversationStatus;
  readonly assignee: ConversationActor | null;
  readonly waiting_since: string | null;
  readonly handover: Handover | null;
  readonly closed_at: string | null;
}

interface StoredState extends ConversationState {
  /** By the database's clock, which also finds those whose time is over. */
  readonly timeoutMinutes: number | null;
}

export async function updateState(
  tx: Transaction,
  workspaceId: string,
  id: string,
  state: StoredState,
): Promise<Conversation> {
  const { status, assignee, waiting_since: waitingSince, handover, closed_at: closedAt } = state;
  const [row] = await tx<Conversation[]>`
    WITH c AS (
      UPDATE conversations SET status = ${status}, assignee_id = ${assignee?.id ?? null},
        assignee = ${assignee === null ? null : json(assignee)}, waiting_since = ${waitingSince},
        handover = ${handover === null ? null : json(handover)}, closed_at = ${closedAt},
        timeout_at = now() + ${state.timeoutMinutes}::float8 * interval '1 minute', updated_at = now()
      WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING *
    ) SELECT ${columns(tx)} FROM c ${around(tx)}`;
  return assertStored(row);
}

export async function updateFields(
  tx: Transaction,
  workspaceId: string,
  id: string,
  fields: { tags: readonly string[]; subject: string | null },
): Promise<Conversation> {
  const [row] = await tx<Conversation[]>`
    WITH c AS (
      UPDATE conversations SET tags = ${[...fields.tags]}::text[], subject = ${fields.subject}, updated_at = now()
      WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING *
    ) SELECT ${columns(tx)} FROM c ${around(tx)}`;
  return assertStored(row);
}

/** Marks the visitor's messages as read. Reading doesn't change the order of the list. */
export async function markRead(tx: Transaction, workspaceId: string, id: string): Promise<Conversation> {
  const [row] = await tx<Conversation[]>`
    WITH c AS (
      UPDATE conversations SET unread_count = 0,
        waiting_since = CASE WHEN status = 'waiting' THEN waiting_since END
      WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING *
    ) SELECT ${columns(tx)} FROM c ${around(tx)}`;
  return assertStored(row);
}

function assertStored(row: Conversation | undefined): Conversation {
  if (row === undefined) throw new Error('a locked conversation is gone');
  return row;
}
