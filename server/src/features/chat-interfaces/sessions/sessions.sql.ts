import type { Page } from '../../../platform/http/route.ts';
import type { PageQuery } from '@portico/shared-types';
import { json, type Sql, type Transaction } from '../../../platform/database.ts';
import { descending, selectPage } from '../../../platform/select-page.ts';
import type { ChatSettings } from '../interface/chat-interfaces.sql.ts';

export interface VisitorRow {
  id: string;
  workspace_id: string;
  interface_id: string;
  visitor_id: string;
  user_id: string | null;
}

export interface SessionRow {
  id: string;
  workspace_id: string;
  interface_id: string;
  /** The id of its visitor's row; never shown. */
  visitor: string;
  visitor_id: string;
  user_id: string | null;
  user_name: string | null;
  thread_id: string;
  origin: string | null;
  locale: string | null;
  consented_at: string | null;
  created_at: string;
  last_seen_at: string;
  /** Milliseconds since then, by the database's clock, which sets it: those of several processes may differ. */
  idle_ms: number;
  ends_at: string;
  preview: boolean;
}

/** The stored data of a visit, already reduced to what the interface's tracking allows. */
export interface Visit {
  origin: string | null;
  ip: string | null;
  user_agent: string | null;
  referrer: string | null;
  page_url: string | null;
  page_title?: string | null;
  locale: string | null;
  metadata: Record<string, unknown>;
}

export type SessionDetails = SessionRow &
  Omit<Visit, 'origin' | 'locale' | 'page_title'> & { page_title: string | null; user_email: string | null };

const idleMs = (sql: Sql) => sql`(extract(epoch FROM now() - s.last_seen_at) * 1000)::float8 AS idle_ms`;

const columns = (
  sql: Sql,
) => sql`s.id, s.workspace_id, s.interface_id, s.visitor, v.visitor_id, v.user_id, v.user_name, s.thread_id,
  s.origin, s.locale, s.consented_at, s.created_at, s.last_seen_at, ${idleMs(sql)}, s.ends_at, s.preview`;

/** Finds a session by the hash of its token, among the sessions of one interface. */
export async function findSessionByToken(
  sql: Sql,
  interfaceId: string,
  tokenHash: Buffer,
): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow[]>`
    SELECT ${columns(sql)} FROM chat_sessions s JOIN chat_visitors v ON v.id = s.visitor
    WHERE s.interface_id = ${interfaceId} AND s.token_hash = ${tokenHash}`;
  return row;
}

/** Identifies the session of a token: its interface's slug and its id. */
export async function findPlaceOfToken(
  sql: Sql,
  tokenHash: Buffer,
): Promise<{ slug: string; session_id: string } | undefined> {
  const [row] = await sql<{ slug: string; session_id: string }[]>`
    SELECT i.slug, s.id AS session_id FROM chat_sessions s JOIN chat_interfaces i ON i.id = s.interface_id
    WHERE s.token_hash = ${tokenHash}`;
  return row;
}

export async function findSession(sql: Sql, interfaceId: string, id: string): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow[]>`
    SELECT ${columns(sql)} FROM chat_sessions s JOIN chat_visitors v ON v.id = s.visitor
    WHERE s.interface_id = ${interfaceId} AND s.id = ${id}`;
  return row;
}

/** The fields that determine when a session ends. */
export interface OpenSession extends Pick<SessionRow, 'id' | 'ends_at' | 'idle_ms'> {
  settings: Pick<ChatSettings, 'behaviour' | 'allowed_origins'>;
}

/**
 * These sessions, without those whose interface is inactive. Sessions of previews stay while a preview of the interface
 * is open: each change of a draft opens another preview, and the sessions continue.
 */
export async function findOpenSessions(sql: Sql, ids: readonly string[]): Promise<OpenSession[]> {
  return sql<OpenSession[]>`
    SELECT s.id, s.ends_at, ${idleMs(sql)}, i.settings
    FROM chat_sessions s JOIN chat_interfaces i ON i.id = s.interface_id
    WHERE s.id = ANY(${[...ids]}) AND (i.status = 'active' OR s.preview AND EXISTS (
      SELECT 1 FROM interface_previews p WHERE p.interface_id = s.interface_id AND p.expires_at > now()))`;
}

export async function insertSession(
  tx: Transaction,
  session: {
    id: string;
    visitor: VisitorRow;
    threadId: string;
    tokenHash: Buffer;
    consented: boolean;
    endsAt: Date;
    preview: boolean;
  },
  visit: Visit,
): Promise<void> {
  const { visitor } = session;
  await tx`
    INSERT INTO chat_sessions (id, workspace_id, interface_id, visitor, thread_id, token_hash, origin, ip, user_agent,
      referrer, page_url, locale, metadata, consented_at, ends_at, preview)
    VALUES (${session.id}, ${visitor.workspace_id}, ${visitor.interface_id}, ${visitor.id}, ${session.threadId},
      ${session.tokenHash}, ${visit.origin}, ${visit.ip}, ${visit.user_agent}, ${visit.referrer}, ${visit.page_url},
      ${visit.locale}, ${json(visit.metadata)}, CASE WHEN ${session.consented}::boolean THEN now() END,
      ${session.endsAt.toISOString()}, ${session.preview})`;
}

/** A resumed session starts a new lifetime. */
export async function renewSession(tx: Transaction, id: string, endsAt: Date, consented: boolean): Promise<void> {
  await tx`
    UPDATE chat_sessions SET last_seen_at = now(), ends_at = ${endsAt.toISOString()},
      consented_at = coalesce(consented_at, CASE WHEN ${consented}::boolean THEN now() END)
    WHERE id = ${id}`;
}

/**
 * Ends every session of a visitor, so that tokens from before a login become invalid; by any clock, as each process
 * compares the end with its own.
 */
export async function endSessions(tx: Transaction, visitor: string): Promise<void> {
  await tx`UPDATE chat_sessions SET ends_at = 'epoch' WHERE visitor = ${visitor}`;
}

export async function touchSession(sql: Sql, id: string): Promise<void> {
  await sql`UPDATE chat_sessions SET last_seen_at = now() WHERE id = ${id}`;
}

export async function countMessage(sql: Sql, id: string): Promise<void> {
  await sql`UPDATE chat_sessions SET message_count = message_count + 1, last_seen_at = now() WHERE id = ${id}`;
}

export async function insertVisitor(
  tx: Transaction,
  visitor: VisitorRow,
  user: Omit<VouchedUser, 'userId'> | undefined,
): Promise<void> {
  const { name = null, email = null, isSigned = false } = user ?? {};
  await tx`
    INSERT INTO chat_visitors (id, workspace_id, interface_id, visitor_id, user_id, user_name, user_email,
      name_verified, email_verified)
    VALUES (${visitor.id}, ${visitor.workspace_id}, ${visitor.interface_id}, ${visitor.visitor_id}, ${visitor.user_id},
      ${name}, ${email}, ${isSigned && name !== null}, ${isSigned && email !== null})`;
}

/** The visitor with this id of the site, locked until the transaction ends. */
export async function lockVisitorOfUser(
  tx: Transaction,
  interfaceId: string,
  userId: string,
): Promise<VisitorRow | undefined> {
  const [row] = await tx<VisitorRow[]>`
    SELECT id, workspace_id, interface_id, visitor_id, user_id FROM chat_visitors
    WHERE interface_id = ${interfaceId} AND user_id = ${userId} FOR UPDATE`;
  return row;
}

export async function lockVisitor(tx: Transaction, id: string): Promise<VisitorRow | undefined> {
  const [row] = await tx<VisitorRow[]>`
    SELECT id, workspace_id, interface_id, visitor_id, user_id FROM chat_visitors WHERE id = ${id} FOR UPDATE`;
  return row;
}

/** A user as described by a site; `isSigned` if its signature covers the name and the address too. */
export interface VouchedUser {
  readonly userId: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly isSigned: boolean;
}

/** Updates a visitor with the site's data about the user. A value stays verified only as long as it doesn't change. */
export async function nameVisitor(tx: Transaction, id: string, user: VouchedUser): Promise<void> {
  const { userId, name, email, isSigned } = user;
  await tx`
    UPDATE chat_visitors SET user_id = ${userId},
      user_name = coalesce(${name}, user_name), user_email = coalesce(${email}, user_email),
      name_verified = CASE WHEN ${name}::text IS NULL THEN name_verified
        ELSE ${isSigned}::boolean OR (name_verified AND user_name = ${name}::text) END,
      email_verified = CASE WHEN ${email}::text IS NULL THEN email_verified
        ELSE ${isSigned}::boolean OR (email_verified AND user_email = ${email}::text) END
    WHERE id = ${id}`;
}

/** Deletes a visitor's addresses: from the chat, and from the fields before it. */
export async function deleteAddresses(tx: Transaction, id: string): Promise<void> {
  await tx`
    UPDATE chat_visitors SET contact_email = NULL, user_email = NULL, email_verified = false WHERE id = ${id}`;
}

/** The stored data of a visit and its visitor. */
export interface VisitDetails {
  user_name: string | null;
  user_email: string | null;
  /** The visitor's own input from the chat. */
  contact_email: string | null;
  name_verified: boolean;
  email_verified: boolean;
  page_url: string | null;
  page_title: string | null;
  locale: string | null;
  metadata: Record<string, unknown>;
}

export async function findVisit(sql: Sql, sessionId: string): Promise<VisitDetails | undefined> {
  const [row] = await sql<VisitDetails[]>`
    SELECT v.user_name, v.user_email, v.contact_email, v.name_verified, v.email_verified, s.page_url, s.page_title, s.locale, s.metadata
    FROM chat_sessions s JOIN chat_visitors v ON v.id = s.visitor WHERE s.id = ${sessionId}`;
  return row;
}

/** A session's metadata, locked until the transaction ends. */
export async function lockMetadata(tx: Transaction, id: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await tx<{ metadata: Record<string, unknown> }[]>`
    SELECT metadata FROM chat_sessions WHERE id = ${id} FOR NO KEY UPDATE`;
  return row?.metadata;
}

/** New page, language, metadata and newest seen message of a session; undefined values are not changed. */
export interface VisitChange {
  readonly pageUrl?: string | undefined;
  readonly pageTitle?: string | null | undefined;
  readonly locale?: string | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
  /** Null if the visitor has seen no person's message yet. */
  readonly seenMessageId?: string | null | undefined;
}

/** Returns whether this changes what the team sees of a visit: page, language or metadata, but not the page's title. */
export async function updateVisit(sql: Sql, id: string, change: VisitChange): Promise<boolean> {
  const { pageUrl, pageTitle, locale, metadata, seenMessageId } = change;
  const [row] = await sql<{ is_shown: boolean }[]>`
    WITH before AS (SELECT id, page_url, locale, metadata FROM chat_sessions WHERE id = ${id} FOR NO KEY UPDATE)
    UPDATE chat_sessions s SET page_url = coalesce(${pageUrl ?? null}, s.page_url),
      page_title = CASE WHEN ${pageTitle === undefined} THEN s.page_title ELSE ${pageTitle ?? null} END,
      locale = coalesce(${locale ?? null}, s.locale),
      metadata = coalesce(${metadata === undefined ? null : json(metadata)}::json, s.metadata),
      seen_up_to = CASE WHEN ${seenMessageId === undefined} THEN s.seen_up_to
        ELSE greatest(s.seen_up_to, coalesce((SELECT created_at FROM messages
          WHERE id = ${seenMessageId ?? null} AND thread_id = s.thread_id), '-infinity')) END
    FROM before WHERE s.id = before.id
    RETURNING s.page_url IS DISTINCT FROM before.page_url OR s.locale IS DISTINCT FROM before.locale
      OR s.metadata::text IS DISTINCT FROM before.metadata::text AS is_shown`;
  return row?.is_shown === true;
}

/**
 * Deletes a visitor who has no session; false if there is one. A session that is about to be opened holds the visitor's
 * row, or waits for this transaction.
 */
export async function deleteIdleVisitor(tx: Transaction, workspaceId: string, id: string): Promise<boolean> {
  await tx`SELECT 1 FROM chat_visitors WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`;
  await tx`
    DELETE FROM chat_visitors WHERE workspace_id = ${workspaceId} AND id = ${id}
      AND NOT EXISTS (SELECT FROM chat_sessions WHERE visitor = ${id})`;
  const rows = await tx`SELECT 1 FROM chat_visitors WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return rows.length === 0;
}

export async function listSessions(sql: Sql, interfaceId: string, query: PageQuery): Promise<Page<SessionDetails>> {
  return selectPage<SessionDetails>(sql, query, {
    columns: sql`${columns(sql)}, v.user_email, s.ip, s.user_agent, s.referrer, s.page_url, s.page_title, s.metadata`,
    // Each has a visitor: unlike an inner join, this one is left out where only sessions are counted or skipped.
    from: sql`chat_sessions s LEFT JOIN chat_visitors v ON v.id = s.visitor WHERE s.interface_id = ${interfaceId}`,
    createdAt: sql`s.created_at`,
    order: [descending(sql`s.created_at`), descending(sql`s.id`)],
    key: sql`s.id`,
  });
}
