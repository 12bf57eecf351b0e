import type { Page } from '../../platform/http/route.ts';
import type { SortedListQuery, Agent, AgentCreate, Retrieval, Tool } from '@portico/shared-types';
import { json, type Sql } from '../../platform/database.ts';
import { selectPage, sortableByNameOrTime } from '../../platform/select-page.ts';

/** An agent as it is stored; `model` is null if it follows DEFAULT_MODEL. */
export interface AgentRow extends Omit<Agent, 'model' | 'retrieval' | 'available_tools'> {
  workspace_id: string;
  model: string | null;
  /** As given by the client; missing fields have their defaults, as in agents of an older version. */
  retrieval: Partial<Retrieval>;
  /** The values of their headers are encrypted (tools/seal-tools.ts). */
  tools: Tool[];
}

const columns = (sql: Sql) => sql`id, workspace_id, name, slug, description, model, system_prompt, temperature, top_p,
  max_tokens, reasoning_effort, knowledge_base_ids, retrieval, tools, max_steps, status, created_at, updated_at`;

export async function insertAgent(sql: Sql, workspaceId: string, id: string, agent: AgentCreate): Promise<AgentRow> {
  const [row] = await sql<AgentRow[]>`
    INSERT INTO agents (id, workspace_id, name, slug, description, model, system_prompt, temperature, top_p, max_tokens,
      reasoning_effort, knowledge_base_ids, retrieval, tools, max_steps, status)
    VALUES (${id}, ${workspaceId}, ${agent.name}, ${agent.slug ?? null}, ${agent.description}, ${agent.model ?? null}, ${agent.system_prompt},
      ${agent.temperature}, ${agent.top_p ?? null}, ${agent.max_tokens}, ${agent.reasoning_effort ?? null},
      ${agent.knowledge_base_ids}, ${json(agent.retrieval)}, ${json(agent.tools)}, ${agent.max_steps}, ${agent.status})
    RETURNING ${columns(sql)}`;
  if (row === undefined) throw new Error('the agent was not stored');
  return row;
}

export async function findAgent(sql: Sql, workspaceId: string, id: string): Promise<AgentRow | undefined> {
  const [row] = await sql<AgentRow[]>`
    SELECT ${columns(sql)} FROM agents WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return row;
}

/** The active agent with this id or slug. */
export async function findAgentByName(sql: Sql, workspaceId: string, name: string): Promise<AgentRow | undefined> {
  const [row] = await sql<AgentRow[]>`
    SELECT ${columns(sql)} FROM agents
    WHERE workspace_id = ${workspaceId} AND (id = ${name} OR slug = ${name}) AND status = 'active'
    ORDER BY id = ${name} DESC LIMIT 1`;
  return row;
}

/** An agent as other programs see it. */
interface NamedAgent {
  id: string;
  name: string;
  slug: string | null;
  description: string;
  created_at: string;
}

/** The active agents, oldest first, up to 1,000. */
export async function listActiveAgents(sql: Sql, workspaceId: string): Promise<NamedAgent[]> {
  return sql<NamedAgent[]>`
    SELECT id, name, slug, description, created_at FROM agents
    WHERE workspace_id = ${workspaceId} AND status = 'active' ORDER BY id LIMIT 1000`;
}

/** The agent of a thread; undefined if either was deleted. */
export async function findAgentOfThread(
  sql: Sql,
  workspaceId: string,
  threadId: string,
): Promise<AgentRow | undefined> {
  const [row] = await sql<AgentRow[]>`
    SELECT ${columns(sql)} FROM agents WHERE workspace_id = ${workspaceId}
      AND id = (SELECT agent_id FROM threads WHERE workspace_id = ${workspaceId} AND id = ${threadId})`;
  return row;
}

/** The agent, locked until the transaction ends. */
export async function lockAgent(sql: Sql, workspaceId: string, id: string): Promise<AgentRow | undefined> {
  const [row] = await sql<AgentRow[]>`
    SELECT ${columns(sql)} FROM agents WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`;
  return row;
}

/** A page, newest first. */
export async function listAgents(sql: Sql, workspaceId: string, query: SortedListQuery): Promise<Page<AgentRow>> {
  return selectPage<AgentRow>(sql, query, {
    columns: columns(sql),
    from: sql`agents WHERE workspace_id = ${workspaceId}`,
    named: [sql`name`, sql`slug`, sql`description`],
    sortable: sortableByNameOrTime(sql),
  });
}

export async function updateAgent(
  sql: Sql,
  workspaceId: string,
  id: string,
  agent: AgentCreate,
): Promise<AgentRow | undefined> {
  const [row] = await sql<AgentRow[]>`
    UPDATE agents SET name = ${agent.name}, slug = ${agent.slug ?? null}, description = ${agent.description}, model = ${agent.model ?? null},
      system_prompt = ${agent.system_prompt}, temperature = ${agent.temperature}, top_p = ${agent.top_p ?? null},
      max_tokens = ${agent.max_tokens}, reasoning_effort = ${agent.reasoning_effort ?? null},
      knowledge_base_ids = ${agent.knowledge_base_ids}, retrieval = ${json(agent.retrieval)}, tools = ${json(agent.tools)},
      max_steps = ${agent.max_steps}, status = ${agent.status}, updated_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${columns(sql)}`;
  return row;
}

export async function deleteAgentRow(sql: Sql, workspaceId: string, id: string): Promise<boolean> {
  const rows = await sql`DELETE FROM agents WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING id`;
  return rows.length > 0;
}

/** Returns those of these ids that name an agent of the workspace. */
export async function findExistingAgents(sql: Sql, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM agents WHERE workspace_id = ${workspaceId} AND id = ANY(${[...ids]})`;
  return rows.map(({ id }) => id);
}

/** Agents whose knowledge bases or tools name this knowledge base, like `agent "Guide" (agt_…)`. */
export async function findAgentsWithKnowledge(
  sql: Sql,
  workspaceId: string,
  knowledgeBaseId: string,
): Promise<string[]> {
  const rows = await sql<{ id: string; name: string }[]>`
    SELECT id, name FROM agents WHERE workspace_id = ${workspaceId} AND (
      ${knowledgeBaseId} = ANY(knowledge_base_ids) OR EXISTS (
        SELECT 1 FROM json_array_elements(tools) AS tool WHERE tool ->> 'knowledge_base_id' = ${knowledgeBaseId}))
    ORDER BY id`;
  return rows.map(({ id, name }) => `agent "${name}" (${id})`);
}

/** Agents with a tool that runs this workflow, like `agent "Guide" (agt_…)`. */
export async function findAgentsWithWorkflow(sql: Sql, workspaceId: string, workflowId: string): Promise<string[]> {
  const rows = await sql<{ id: string; name: string }[]>`
    SELECT id, name FROM agents WHERE workspace_id = ${workspaceId} AND EXISTS (
      SELECT 1 FROM json_array_elements(tools) AS tool WHERE tool ->> 'workflow_id' = ${workflowId})
    ORDER BY id`;
  return rows.map(({ id, name }) => `agent "${name}" (${id})`);
}

/** The models of active agents in all workspaces; only for the operator's log. */
export async function countAgentsByModel(sql: Sql): Promise<{ model: string; agents: number }[]> {
  return sql<{ model: string; agents: number }[]>`
    SELECT model, count(*)::int AS agents FROM agents WHERE model IS NOT NULL AND status = 'active'
    GROUP BY model ORDER BY model`;
}
