import {
  type Deleted,
  type Persona,
  PersonaCreate,
  type PersonaListQuery,
  type PersonaPatch,
} from '@portico/shared-types';
import { applyMergePatch } from '../../platform/apply-merge-patch.ts';
import { inUse, notFound } from '../../platform/errors.ts';
import { requireReferences } from '../../platform/hold-references.ts';
import { parsePart } from '../../platform/http/parse.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Page } from '../../platform/http/route.ts';
import { createId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Definition, readWhole } from '../../platform/select-page.ts';
import { type AgentsPlatform, maskTools, sealTools, unmaskTools, unsealTools } from '../agents/index.ts';
import { recordChange } from '../audit-log/index.ts';
import { checkPersona, plainTool, referencesOf } from './check-persona.ts';
import {
  deletePersonaRow,
  findOpenTasks,
  findPersona,
  insertPersona,
  listPersonas,
  lockPersona,
  type PersonaRow,
  updatePersona,
} from './personas.sql.ts';
import { rateTool } from './tool-risk.ts';

/** The persona of this workspace. Throws 404. */
export async function requirePersona(platform: Platform, workspaceId: string, id: string): Promise<PersonaRow> {
  const row = await findPersona(platform.database.sql, workspaceId, id);
  if (row === undefined) throw notFound('persona', id);
  return row;
}

/** Creates a persona. Throws a 400 that lists every fault. */
export async function createPersona(
  platform: AgentsPlatform,
  workspaceId: string,
  body: PersonaCreate,
): Promise<Persona> {
  await checkPersona(platform, workspaceId, body);
  const tools = unmaskTools(body.tools, []);
  const integrations = unmaskTools(body.integrations, [], 'body.integrations');
  const persona = sealed(platform, { ...body, tools, integrations });
  return platform.database.transaction(async (tx) => {
    await requireReferences(tx, workspaceId, referencesOf(body));
    const row = await insertPersona(tx, workspaceId, createId('per'), persona);
    const after = presentPersona(platform, row);
    await recordChange(tx, { workspaceId, action: 'persona.created', resource: after, after });
    return after;
  });
}

export async function pagePersonas(
  platform: Platform,
  caller: Caller,
  query: PersonaListQuery,
): Promise<Page<Persona>> {
  const { items, total } = await listPersonas(platform.database.sql, caller.workspaceId, query);
  return { items: items.map((row) => showPersona(caller, presentPersona(platform, row))), total };
}

/** Updates the fields in the merge patch; tasks that have started are not affected. Throws 404 and 400. */
export async function changePersona(
  platform: AgentsPlatform,
  workspaceId: string,
  id: string,
  patch: PersonaPatch,
): Promise<Persona> {
  const before = await requirePersona(platform, workspaceId, id);
  // Checked outside of the transaction, and merged again inside, so that of two concurrent patches neither is lost.
  await checkPersona(platform, workspaceId, merge(platform, before, patch));
  const changed = await platform.database.transaction(async (tx) => {
    const row = await lockPersona(tx, workspaceId, id);
    if (row === undefined) return undefined;
    const merged = merge(platform, row, patch);
    await requireReferences(tx, workspaceId, referencesOf(merged));
    const updated = await updatePersona(tx, workspaceId, id, sealed(platform, merged));
    if (updated === undefined) return undefined;
    const after = presentPersona(platform, updated);
    const shownBefore = presentPersona(platform, row);
    await recordChange(tx, { workspaceId, action: 'persona.updated', resource: after, before: shownBefore, after });
    return after;
  });
  if (changed === undefined) throw notFound('persona', id);
  return changed;
}

/** Deletes a persona without open tasks; other tasks stay readable. Throws 404, and 400 naming the open tasks. */
export async function deletePersona(platform: Platform, workspaceId: string, id: string): Promise<Deleted> {
  await platform.database.transaction(async (tx) => {
    const row = await lockPersona(tx, workspaceId, id);
    if (row === undefined) throw notFound('persona', id);
    const users = await findOpenTasks(tx, workspaceId, id);
    if (users.length > 0) throw inUse(users);
    await deletePersonaRow(tx, workspaceId, id);
    const { name } = row.definition;
    await recordChange(tx, { workspaceId, action: 'persona.deleted', resource: { id, name } });
  });
  return { id, deleted: true };
}

/** A persona as this caller may see it: secrets of its tools are masked for callers without personas:write. */
export function showPersona({ scopes }: Pick<Caller, 'scopes'>, persona: Persona): Persona {
  if (scopes.includes('personas:write')) return persona;
  return { ...persona, tools: maskTools(persona.tools), integrations: maskTools(persona.integrations) };
}

/** A persona as the API returns it, each integration with its risk. */
export function presentPersona(platform: Platform, row: PersonaRow): Persona {
  const definition = unsealed(platform, row.definition);
  const { id, created_at: createdAt, updated_at: updatedAt } = row;
  return {
    id,
    ...definition,
    integrations: definition.integrations.map((tool) => ({ ...tool, risk: tool.risk ?? rateTool(plainTool(tool)) })),
    agentId: definition.agentId ?? null,
    model: definition.model ?? null,
    createdAt,
    updatedAt,
  };
}

function merge(platform: Platform, { definition }: PersonaRow, patch: PersonaPatch): PersonaCreate {
  const current = unsealed(platform, definition);
  const merged = parsePart('body', PersonaCreate, applyMergePatch(current, patch));
  return {
    ...merged,
    tools: unmaskTools(merged.tools, current.tools),
    integrations: unmaskTools(merged.integrations, current.integrations, 'body.integrations'),
  };
}

/** Every persona of a workspace as the body that would create it again, with the values of its headers. */
export async function listPersonaDefinitions(
  platform: Platform,
  workspaceId: string,
): Promise<Definition<PersonaCreate>[]> {
  const rows = await readWhole(async (query) => listPersonas(platform.database.sql, workspaceId, query));
  return rows.map(({ id, definition }) => ({ id, body: unsealed(platform, definition) }));
}

function sealed(platform: Platform, persona: PersonaCreate): PersonaCreate {
  const { tools, integrations } = persona;
  return { ...persona, tools: sealTools(platform, tools), integrations: sealTools(platform, integrations) };
}

function unsealed(platform: Platform, persona: PersonaCreate): PersonaCreate {
  const { tools, integrations } = persona;
  return { ...persona, tools: unsealTools(platform, tools), integrations: unsealTools(platform, integrations) };
}
