import type { ActorReference, PageQuery } from '@portico/shared-types';
import { json, type Sql, type Transaction } from '../../platform/database.ts';
import type { Page } from '../../platform/http/route.ts';
import { descending, selectPage } from '../../platform/select-page.ts';
import type { AgentRow } from './agents.sql.ts';

/** The fields of an agent that a version contains, in stored form. */
export type AgentSnapshot = Omit<AgentRow, 'id' | 'workspace_id' | 'created_at' | 'updated_at'>;

export interface AgentVersionRow {
  version: number;
  actor: ActorReference;
  snapshot: AgentSnapshot;
  created_at: string;
}

const columns = (sql: Sql) => sql`version, actor, snapshot, created_at`;

/** Adds a version after the newest one. Must be called while the agent is locked, or before it is visible to others. */
export async function insertAgentVersion(
  tx: Transaction,
  agentId: string,
  { actor, snapshot }: Pick<AgentVersionRow, 'actor' | 'snapshot'>,
): Promise<void> {
  await tx`
    INSERT INTO agent_versions (agent_id, version, actor, snapshot)
    SELECT ${agentId}, coalesce(max(version), 0) + 1, ${json(actor)}, ${json(snapshot)}
    FROM agent_versions WHERE agent_id = ${agentId}`;
}

export async function findNewestVersion(sql: Sql, agentId: string): Promise<AgentVersionRow | undefined> {
  const [row] = await sql<AgentVersionRow[]>`
    SELECT ${columns(sql)} FROM agent_versions WHERE agent_id = ${agentId} ORDER BY version DESC LIMIT 1`;
  return row;
}

export async function findAgentVersion(
  sql: Sql,
  agentId: string,
  version: number,
): Promise<AgentVersionRow | undefined> {
  const [row] = await sql<AgentVersionRow[]>`
    SELECT ${columns(sql)} FROM agent_versions WHERE agent_id = ${agentId} AND version = ${version}`;
  return row;
}

/** A page of an agent's versions, newest first. */
export async function listAgentVersions(sql: Sql, agentId: string, query: PageQuery): Promise<Page<AgentVersionRow>> {
  return selectPage<AgentVersionRow>(sql, query, {
    columns: columns(sql),
    from: sql`agent_versions WHERE agent_id = ${agentId}`,
    order: [descending(sql`version`)],
  });
}
