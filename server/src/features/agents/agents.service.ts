import {
  AgentCreate,
  type Agent,
  type AgentPatch,
  type Deleted,
  type SortedListQuery,
  Retrieval,
  type SavedAgent,
} from '@portico/shared-types';
import { applyMergePatch } from '../../platform/apply-merge-patch.ts';
import type { Sql } from '../../platform/database.ts';
import { inUse, notFound } from '../../platform/errors.ts';
import { requireReferences } from '../../platform/hold-references.ts';
import { parsePart } from '../../platform/http/parse.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Page } from '../../platform/http/route.ts';
import { createId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Definition, readWhole } from '../../platform/select-page.ts';
import { refuseTaken } from '../../platform/refuse-taken.ts';
import { recordChange } from '../audit-log/index.ts';
import type { AgentsPlatform } from './agent-ports.ts';
import {
  type AgentRow,
  countAgentsByModel,
  deleteAgentRow,
  findAgent,
  insertAgent,
  listAgents,
  lockAgent,
  updateAgent,
} from './agents.sql.ts';
import { checkAgent, referencesOf } from './check-agent.ts';
import { recordUnknown, recordVersion } from './record-version.ts';
import { describeTools } from './tools/describe-tools.ts';
import { maskTools, unmaskTools } from './tools/mask-tools.ts';
import { sealTools, unsealTools } from './tools/seal-tools.ts';
import type { AgentSnapshot } from './versions.sql.ts';

/** The agent of this workspace. Throws 404. */
export async function requireAgent(platform: Platform, workspaceId: string, id: string, sql?: Sql): Promise<Agent> {
  const row = await findAgent(sql ?? platform.database.sql, workspaceId, id);
  if (row === undefined) throw notFound('agent', id);
  return presentAgent(platform, row);
}

/**
 * Creates an agent. Throws a 400 that lists every fault: duplicate or reserved tool names, knowledge bases or workflows
 * that don't exist.
 */
export async function createAgent(
  platform: AgentsPlatform,
  workspaceId: string,
  body: AgentCreate,
): Promise<SavedAgent> {
  await checkAgent(platform, workspaceId, body);
  const warnings = await findWarnings(platform, body.model);
  const agent = { ...body, tools: sealTools(platform, unmaskTools(body.tools, [])) };
  const made = await platform.database.transaction(async (tx) => {
    await requireReferences(tx, workspaceId, referencesOf(body));
    const insert = async () => insertAgent(tx, workspaceId, createId('agt'), agent);
    const row = await refuseTaken('body.slug', 'agents_by_slug', insert);
    const after = presentAgent(platform, row);
    await recordVersion(platform, tx, row);
    await recordChange(tx, { workspaceId, action: 'agent.created', resource: after, after });
    return after;
  });
  return { ...made, ...warnings };
}

export async function pageAgents(platform: Platform, caller: Caller, query: SortedListQuery): Promise<Page<Agent>> {
  const { items, total } = await listAgents(platform.database.sql, caller.workspaceId, query);
  return { items: items.map((row) => showAgent(caller, presentAgent(platform, row))), total };
}

/**
 * Updates the fields in the merge patch; replies that have started are not affected. Saves a new version if something
 * changed. Throws 404 and 400.
 */
export async function changeAgent(
  platform: AgentsPlatform,
  workspaceId: string,
  id: string,
  patch: AgentPatch,
): Promise<SavedAgent> {
  const edit = (row: AgentRow) => merge(platform, row, patch);
  return change(platform, workspaceId, id, { edit, changes: (field) => field in patch });
}

/** Replaces the fields in the snapshot except the status, as a new version even if they are the same. */
export async function replaceAgent(
  platform: AgentsPlatform,
  workspaceId: string,
  id: string,
  snapshot: AgentSnapshot,
): Promise<SavedAgent> {
  const edit = (row: AgentRow) =>
    parsePart('body', AgentCreate, toCreate(platform, { ...row, ...snapshot, status: row.status }));
  return change(platform, workspaceId, id, { edit, changes: () => true, isNewVersion: true });
}

interface Edit {
  /** The wanted state. Throws 400. */
  readonly edit: (current: AgentRow) => AgentCreate;
  readonly changes: (field: keyof AgentCreate) => boolean;
  readonly isNewVersion?: boolean;
}

async function change(
  platform: AgentsPlatform,
  workspaceId: string,
  id: string,
  { edit, changes, isNewVersion = false }: Edit,
): Promise<SavedAgent> {
  const before = await findAgent(platform.database.sql, workspaceId, id);
  if (before === undefined) throw notFound('agent', id);
  // The change is checked outside of the transaction, and made again inside, so that of two concurrent patches neither
  // is lost.
  const wanted = edit(before);
  const changed = ({ tools, knowledge_base_ids: baseIds }: AgentCreate) => {
    return { tools: changes('tools') ? tools : [], knowledge_base_ids: changes('knowledge_base_ids') ? baseIds : [] };
  };
  await checkAgent(platform, workspaceId, changed(wanted));
  const warnings = await findWarnings(platform, changes('model') ? wanted.model : undefined);
  const saved = await platform.database.transaction(async (tx) => {
    const row = await lockAgent(tx, workspaceId, id);
    if (row === undefined) return undefined;
    const edited = edit(row);
    await requireReferences(tx, workspaceId, referencesOf(changed(edited)));
    await recordUnknown(platform, tx, row);
    const sealed = { ...edited, tools: sealTools(platform, edited.tools) };
    const update = async () => updateAgent(tx, workspaceId, id, sealed);
    const updated = await refuseTaken('body.slug', 'agents_by_slug', update);
    if (updated === undefined) return undefined;
    await recordVersion(platform, tx, updated, { always: isNewVersion });
    const after = presentAgent(platform, updated);
    const shownBefore = presentAgent(platform, row);
    await recordChange(tx, { workspaceId, action: 'agent.updated', resource: after, before: shownBefore, after });
    return after;
  });
  if (saved === undefined) throw notFound('agent', id);
  return { ...saved, ...warnings };
}

/** Deletes an agent that nothing uses; its threads stay readable. Throws 404, and 400 naming its users. */
export async function deleteAgent(platform: AgentsPlatform, workspaceId: string, id: string): Promise<Deleted> {
  await platform.database.transaction(async (tx) => {
    const row = await lockAgent(tx, workspaceId, id);
    if (row === undefined) throw notFound('agent', id);
    const users = await platform.agents.references.findUsers(tx, 'agent', workspaceId, id);
    if (users.length > 0) throw inUse(users);
    await deleteAgentRow(tx, workspaceId, id);
    await recordChange(tx, { workspaceId, action: 'agent.deleted', resource: row });
  });
  return { id, deleted: true };
}

/** A model that the server does not list is accepted: servers differ in what they list. */
async function findWarnings(platform: Platform, model: string | undefined): Promise<Pick<SavedAgent, 'warnings'>> {
  const message = model === undefined ? undefined : await platform.models.warnOfUnknown(model);
  return message === undefined ? {} : { warnings: [{ path: 'body.model', message }] };
}

/** An agent as this caller may see it: secrets of its tools are masked for callers without agents:write. */
export function showAgent({ scopes }: Pick<Caller, 'scopes'>, agent: Agent): Agent {
  return scopes.includes('agents:write') ? agent : { ...agent, tools: maskTools(agent.tools) };
}

/** The agent as the API returns it to callers who may change it. */
export function presentAgent(platform: Platform, { workspace_id: _, ...row }: AgentRow): Agent {
  return {
    ...row,
    model: row.model ?? platform.models.defaultModel,
    retrieval: Retrieval.parse(row.retrieval),
    tools: unsealTools(platform, row.tools),
    available_tools: describeTools(row.tools),
  };
}

/** The body that would create this agent again. */
function toCreate(platform: Platform, row: AgentRow): AgentCreate {
  const { id: _id, workspace_id: _workspace, created_at: _created, updated_at: _updated, ...fields } = row;
  const { slug, model, top_p: topP, reasoning_effort: effort, ...rest } = fields;
  return {
    ...rest,
    tools: unsealTools(platform, row.tools),
    retrieval: Retrieval.parse(row.retrieval),
    ...(slug === null ? {} : { slug }),
    ...(model === null ? {} : { model }),
    ...(topP === null ? {} : { top_p: topP }),
    ...(effort === null ? {} : { reasoning_effort: effort }),
  };
}

function merge(platform: Platform, row: AgentRow, patch: AgentPatch): AgentCreate {
  const current = toCreate(platform, row);
  const merged = parsePart('body', AgentCreate, applyMergePatch(current, patch));
  return { ...merged, tools: unmaskTools(merged.tools, current.tools) };
}

/** Every agent of a workspace as the body that would create it again, with the values of its headers. */
export async function listAgentDefinitions(
  platform: Platform,
  workspaceId: string,
): Promise<Definition<AgentCreate>[]> {
  const rows = await readWhole(async (query) => listAgents(platform.database.sql, workspaceId, query));
  return rows.map((row) => ({ id: row.id, body: toCreate(platform, row) }));
}

/** Logs the models of active agents that the model server no longer lists: their replies will fail. */
export async function reportUnlistedModels(platform: Platform): Promise<void> {
  for (const { model, agents } of await countAgentsByModel(platform.database.sql)) {
    if ((await platform.models.warnOfUnknown(model)) === undefined) continue;
    platform.log.warn({ model, agents }, 'agents use a model that the model server does not list');
  }
}
