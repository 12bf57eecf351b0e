import type { Page } from '../../platform/http/route.ts';
import type { PersonaListQuery, Persona, PersonaCreate } from '@portico/shared-types';
import { json, type Sql } from '../../platform/database.ts';
import { alphabetically, selectPage } from '../../platform/select-page.ts';

export interface PersonaRow {
  id: string;
  workspace_id: string;
  /** As parsed when it was written, with encrypted headers of the tools. */
  definition: PersonaCreate;
  created_at: Persona['createdAt'];
  updated_at: Persona['updatedAt'];
}

const columns = (sql: Sql) => sql`id, workspace_id, definition, created_at, updated_at`;

export async function insertPersona(
  sql: Sql,
  workspaceId: string,
  id: string,
  persona: PersonaCreate,
): Promise<PersonaRow> {
  const [row] = await sql<PersonaRow[]>`
    INSERT INTO personas (id, workspace_id, name, category, agent_id, definition)
    VALUES (${id}, ${workspaceId}, ${persona.name}, ${persona.category}, ${persona.agentId ?? null}, ${json(persona)})
    RETURNING ${columns(sql)}`;
  if (row === undefined) throw new Error('the persona was not stored');
  return row;
}

export async function findPersona(sql: Sql, workspaceId: string, id: string): Promise<PersonaRow | undefined> {
  const [row] = await sql<PersonaRow[]>`
    SELECT ${columns(sql)} FROM personas WHERE workspace_id = ${workspaceId} AND id = ${id}`;
  return row;
}

/** The persona, locked until the transaction ends. */
export async function lockPersona(sql: Sql, workspaceId: string, id: string): Promise<PersonaRow | undefined> {
  const [row] = await sql<PersonaRow[]>`
    SELECT ${columns(sql)} FROM personas WHERE workspace_id = ${workspaceId} AND id = ${id} FOR UPDATE`;
  return row;
}

/** A page, newest first. */
export async function listPersonas(sql: Sql, workspaceId: string, query: PersonaListQuery): Promise<Page<PersonaRow>> {
  return selectPage<PersonaRow>(sql, query, {
    columns: columns(sql),
    from: sql`personas WHERE workspace_id = ${workspaceId}
      ${query.category === undefined ? sql`` : sql`AND category = ${query.category}`}`,
    named: [sql`name`, sql`definition ->> 'description'`],
    sortable: { name: alphabetically(sql, sql`name`), createdAt: sql`created_at`, updatedAt: sql`updated_at` },
  });
}

export async function updatePersona(
  sql: Sql,
  workspaceId: string,
  id: string,
  persona: PersonaCreate,
): Promise<PersonaRow | undefined> {
  const [row] = await sql<PersonaRow[]>`
    UPDATE personas SET name = ${persona.name}, category = ${persona.category}, agent_id = ${persona.agentId ?? null},
      definition = ${json(persona)}, updated_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${id} RETURNING ${columns(sql)}`;
  return row;
}

export async function deletePersonaRow(sql: Sql, workspaceId: string, id: string): Promise<void> {
  await sql`DELETE FROM personas WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

/** Personas that use an agent, like `persona "Researcher" (per_…)`. */
export async function findPersonasWithAgent(sql: Sql, workspaceId: string, agentId: string): Promise<string[]> {
  const rows = await sql<{ id: string; name: string }[]>`
    SELECT id, name FROM personas WHERE workspace_id = ${workspaceId} AND agent_id = ${agentId} ORDER BY id`;
  return rows.map(({ id, name }) => `persona "${name}" (${id})`);
}

/** Finds personas with a tool that uses a workflow or a knowledge base, like `persona "Researcher" (per_…)`. */
export function findPersonasNaming(field: 'workflow_id' | 'knowledge_base_id') {
  return async (sql: Sql, workspaceId: string, id: string): Promise<string[]> => {
    const rows = await sql<{ id: string; name: string }[]>`
      SELECT id, name FROM personas WHERE workspace_id = ${workspaceId} AND EXISTS (
        SELECT 1 FROM json_array_elements(definition -> 'tools') AS tool WHERE tool ->> ${field} = ${id}
        UNION ALL
        SELECT 1 FROM json_array_elements(definition -> 'integrations') AS tool WHERE tool ->> ${field} = ${id})
      ORDER BY id`;
    return rows.map((row) => `persona "${row.name}" (${row.id})`);
  };
}

/** Tasks of a persona that are not over yet, like `task "Market study" (ins_…)`; the first few. */
export async function findOpenTasks(sql: Sql, workspaceId: string, personaId: string): Promise<string[]> {
  const rows = await sql<{ id: string; task_title: string }[]>`
    SELECT id, task_title FROM persona_instances
    WHERE workspace_id = ${workspaceId} AND persona_id = ${personaId}
      AND status NOT IN ('completed', 'failed', 'cancelled')
    ORDER BY id LIMIT 10`;
  return rows.map(({ id, task_title: title }) => `task "${title}" (${id})`);
}
