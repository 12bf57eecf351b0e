import {
  type Deleted,
  type Persona,
  PersonaCreate,
  type PersonaListQuery,
  type PersonaPatch,
} from '@portico/shared-types';
import { applyMergePatch } from '../../platform/apply-merge-patch.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { parsePart } from '../../platform/http/parse.ts';
import type { Page } from '../../platform/http/route.ts';
import { createId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { sealTools, unsealTools } from '../agents/index.ts';
import { checkPersona, plainTool } from './check-persona.ts';
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

/** Makes a persona. Throws 400 with every fault. */
export async function createPersona(platform: Platform, workspaceId: string, body: PersonaCreate): Promise<Persona> {
  await checkPersona(platform, workspaceId, body);
  const { sql } = platform.database;
  return presentPersona(platform, await insertPersona(sql, workspaceId, createId('per'), sealed(platform, body)));
}

export async function pagePersonas(
  platform: Platform,
  workspaceId: string,
  query: PersonaListQuery,
): Promise<Page<Persona>> {
  const { items, total } = await listPersonas(platform.database.sql, workspaceId, query);
  return { items: items.map((row) => presentPersona(platform, row)), total };
}

/** Changes the fields that the merge patch names; tasks that have begun go on as they were. Throws 404 and 400. */
export async function changePersona(
  platform: Platform,
  workspaceId: string,
  id: string,
  patch: PersonaPatch,
): Promise<Persona> {
  const before = await requirePersona(platform, workspaceId, id);
  // Checked outside of the transaction, and merged again inside: two patches at once both count.
  await checkPersona(platform, workspaceId, merge(platform, before, patch));
  const changed = await platform.database.transaction(async (tx) => {
    const row = await lockPersona(tx, workspaceId, id);
    if (row === undefined) return undefined;
    return updatePersona(tx, workspaceId, id, sealed(platform, merge(platform, row, patch)));
  });
  if (changed === undefined) throw notFound('persona', id);
  return presentPersona(platform, changed);
}

/** Deletes a persona without open tasks; the others stay readable. Throws 404, and 400 naming the open tasks. */
export async function deletePersona(platform: Platform, workspaceId: string, id: string): Promise<Deleted> {
  await platform.database.transaction(async (tx) => {
    if ((await lockPersona(tx, workspaceId, id)) === undefined) throw notFound('persona', id);
    const users = await findOpenTasks(tx, workspaceId, id);
    if (users.length > 0) throw invalid({ path: 'params.id', message: `is used by ${users.join(', ')}` }, { users });
    await deletePersonaRow(tx, workspaceId, id);
  });
  return { id, deleted: true };
}

/** A persona as the API shows it, each integration with its risk. */
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
  return parsePart('body', PersonaCreate, applyMergePatch(unsealed(platform, definition), patch));
}

function sealed(platform: Platform, persona: PersonaCreate): PersonaCreate {
  const { tools, integrations } = persona;
  return { ...persona, tools: sealTools(platform, tools), integrations: sealTools(platform, integrations) };
}

function unsealed(platform: Platform, persona: PersonaCreate): PersonaCreate {
  const { tools, integrations } = persona;
  return { ...persona, tools: unsealTools(platform, tools), integrations: unsealTools(platform, integrations) };
}
