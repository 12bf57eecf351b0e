import type { AgentVersion, PageQuery, SavedAgent } from '@portico/shared-types';
import { notFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Page } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AgentsPlatform } from './agent-ports.ts';
import { presentAgent, replaceAgent, showAgent } from './agents.service.ts';
import { type AgentRow, findAgent, lockAgent } from './agents.sql.ts';
import { recordUnknown } from './record-version.ts';
import { type AgentVersionRow, findAgentVersion, listAgentVersions } from './versions.sql.ts';

/** A page of an agent's saved versions, newest first. Throws 404. */
export async function pageAgentVersions(
  platform: Platform,
  caller: Caller,
  id: string,
  query: PageQuery,
): Promise<Page<AgentVersion>> {
  const row = await platform.database.transaction(async (tx) => {
    const locked = await lockAgent(tx, caller.workspaceId, id);
    if (locked !== undefined) await recordUnknown(platform, tx, locked);
    return locked;
  });
  if (row === undefined) throw notFound('agent', id);
  const { items, total } = await listAgentVersions(platform.database.sql, id, query);
  return { items: items.map((version) => presentVersion(platform, caller, row, version)), total };
}

/**
 * Saves an earlier version of an agent again, as its newest version, without changing whether the agent is active.
 * Throws 404 for the agent and the version, and 400 if the version refers to something that was deleted.
 */
export async function restoreAgentVersion(
  platform: AgentsPlatform,
  workspaceId: string,
  id: string,
  version: string,
): Promise<SavedAgent> {
  const { sql } = platform.database;
  if ((await findAgent(sql, workspaceId, id)) === undefined) throw notFound('agent', id);
  const number = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : 0;
  const found = await findAgentVersion(sql, id, number);
  if (found === undefined) throw notFound('agent version', version);
  return replaceAgent(platform, workspaceId, id, found.snapshot);
}

function presentVersion(
  platform: Platform,
  caller: Caller,
  current: AgentRow,
  { version, created_at, actor, snapshot }: AgentVersionRow,
): AgentVersion {
  const agent = presentAgent(platform, { ...current, ...snapshot, updated_at: created_at });
  return { version, created_at, actor, agent: showAgent(caller, agent) };
}
