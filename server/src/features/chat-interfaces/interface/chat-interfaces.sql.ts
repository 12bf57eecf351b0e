import type { Page } from '../../../platform/http/route.ts';
import type { SortedListQuery, ChatExtras, ChatHandover, ChatInterfaceCreate } from '@portico/shared-types';
import { json, type Sql, type Transaction } from '../../../platform/database.ts';
import { selectPage, sortableByNameOrTime } from '../../../platform/select-page.ts';

/** Fields that no query filters by; they are stored together. */
export type ChatSettings = Omit<
  ChatInterfaceCreate,
  'name' | 'slug' | 'agent_id' | 'status' | 'limit_message' | 'context' | 'handover' | keyof ChatExtras
> & {
  /** Missing in rows of an older version, like the extras. */
  limit_message?: string | null;
  context?: ChatInterfaceCreate['context'];
  handover?: ChatHandover;
} & Partial<ChatExtras>;

export interface ChatInterfaceRow {
  id: string;
  workspace_id: string;
  agent_id: string;
  name: string;
  slug: string;
  status: 'active' | 'paused';
  settings: ChatSettings;
  identity_version: number;
  created_at: string;
  updated_at: string;
}

export interface ChatStats {
  sessions: number;
  messages: number;
}

const columns = (sql: Sql) =>
  sql`id, workspace_id, agent_id, name, slug, status, settings, identity_version, created_at, updated_at`;

/** True if it was stored; false if the slug is taken. */
export async function insertChatInterface(
  sql: Sql,
  row: Pick<ChatInterfaceRow, 'id' | 'workspace_id' | 'agent_id' | 'name' | 'slug' | 'status' | 'settings'>,
): Promise<boolean> {
  const [stored] = await sql`
    INSERT INTO chat_interfaces (id, workspace_id, agent_id, name, slug, status, settings)
    VALUES (${row.id}, ${row.workspace_id}, ${row.agent_id}, ${row.name}, ${row.slug}, ${row.status},
      ${json(row.settings)})
    ON CONFLICT (slug) DO NOTHING RETURNING 1`;
  return stored !== undefined;
}

export async function updateChatInterface(
  sql: Sql,
  row: Pick<ChatInterfaceRow, 'id' | 'workspace_id' | 'agent_id' | 'name' | 'slug' | 'status' | 'settings'>,
): Promise<void> {
  await sql`
    UPDATE chat_interfaces SET agent_id = ${row.agent_id}, name = ${row.name}, slug = ${row.slug},
      status = ${row.status}, settings = ${json(row.settings)}, updated_at = now()
    WHERE workspace_id = ${row.workspace_id} AND id = ${row.id}`;
}

export async function findChatInterface(
  sql: Sql,
  workspaceId: string,
  id: string,
): Promise<ChatInterfaceRow | undefined> {
  const [row] = await sql<ChatInterfaceRow[]>`
    SELECT ${columns(sql)} FROM chat_interfaces WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return row;
}

/** The same, locked against changes until the transaction ends. */
export async function lockChatInterface(
  tx: Transaction,
  workspaceId: string,
  id: string,
): Promise<ChatInterfaceRow | undefined> {
  const [row] = await tx<ChatInterfaceRow[]>`
    SELECT ${columns(tx)} FROM chat_interfaces WHERE workspace_id = ${workspaceId} AND id = ${id} FOR NO KEY UPDATE`;
  return row;
}

/** By its public address, which needs no workspace. */
export async function findChatInterfaceBySlug(sql: Sql, slug: string): Promise<ChatInterfaceRow | undefined> {
  const [row] = await sql<ChatInterfaceRow[]>`
    SELECT ${columns(sql)} FROM chat_interfaces WHERE slug = ${slug} AND status = 'active'`;
  return row;
}

/** The id of the interface with this slug, even if it is paused. */
export async function findIdOfSlug(sql: Sql, slug: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`SELECT id FROM chat_interfaces WHERE slug = ${slug}`;
  return row?.id;
}

export async function listChatInterfaces(
  sql: Sql,
  workspaceId: string,
  query: SortedListQuery,
): Promise<Page<ChatInterfaceRow>> {
  return selectPage<ChatInterfaceRow>(sql, query, {
    columns: columns(sql),
    from: sql`chat_interfaces WHERE workspace_id = ${workspaceId}`,
    named: [sql`name`, sql`slug`],
    sortable: sortableByNameOrTime(sql),
  });
}

export async function deleteChatInterface(sql: Sql, workspaceId: string, id: string): Promise<boolean> {
  const [row] = await sql`
    DELETE FROM chat_interfaces WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING 1`;
  return row !== undefined;
}

export async function raiseIdentityVersion(
  sql: Sql,
  workspaceId: string,
  id: string,
): Promise<ChatInterfaceRow | undefined> {
  const [row] = await sql<ChatInterfaceRow[]>`
    UPDATE chat_interfaces SET identity_version = identity_version + 1, updated_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${columns(sql)}`;
  return row;
}

/** Sessions and visitors' messages of each interface, by its id; without previews. */
export async function countUse(sql: Sql, ids: readonly string[]): Promise<Map<string, ChatStats>> {
  const rows = await sql<({ interface_id: string } & ChatStats)[]>`
    SELECT interface_id, count(*)::int AS sessions, coalesce(sum(message_count), 0)::int AS messages
    FROM chat_sessions WHERE interface_id = ANY(${[...ids]}) AND NOT preview GROUP BY interface_id`;
  return new Map(rows.map(({ interface_id: id, sessions, messages }) => [id, { sessions, messages }]));
}

/** Names of an agent's interfaces, for an error when the agent is deleted. */
export async function findChatInterfacesOfAgent(
  sql: Sql,
  workspaceId: string,
  agentId: string,
): Promise<{ id: string; name: string }[]> {
  return sql<{ id: string; name: string }[]>`
    SELECT id, name FROM chat_interfaces WHERE workspace_id = ${workspaceId} AND agent_id = ${agentId} ORDER BY id`;
}
