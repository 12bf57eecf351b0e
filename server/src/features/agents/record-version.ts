import { isDeepStrictEqual } from 'node:util';
import { type Actor, systemActor } from '../../platform/actor.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { currentOrigin } from '../../platform/request-context.ts';
import type { AgentRow } from './agents.sql.ts';
import { unsealTools } from './tools/seal-tools.ts';
import { type AgentSnapshot, findNewestVersion, insertAgentVersion } from './versions.sql.ts';

/**
 * Adds the agent's state as a version, unless the newest one is the same; `always` adds it nevertheless. Must be called in
 * the transaction of the change, while the agent is locked. Who saved it is the caller of the request that is being served.
 */
export async function recordVersion(
  platform: Platform,
  tx: Transaction,
  row: AgentRow,
  { always = false, actor = currentOrigin().actor }: { always?: boolean; actor?: Actor } = {},
): Promise<void> {
  const snapshot = toSnapshot(row);
  const newest = always ? undefined : await findNewestVersion(tx, row.id);
  if (newest !== undefined && isSame(platform, newest.snapshot, snapshot)) return;
  const { type, id, name } = actor;
  await insertAgentVersion(tx, row.id, { actor: { type, id, name }, snapshot });
}

/**
 * Adds the state that a process of an older version left, which records no versions: nobody knows who saved it. Must be
 * called while the agent is locked.
 */
export async function recordUnknown(platform: Platform, tx: Transaction, row: AgentRow): Promise<void> {
  await recordVersion(platform, tx, row, { actor: systemActor });
}

function toSnapshot({
  id: _,
  workspace_id: __,
  created_at: ___,
  updated_at: ____,
  ...snapshot
}: AgentRow): AgentSnapshot {
  return snapshot;
}

/** Values of headers are sealed again with each change, so they are compared as they were given; old versions have no slug. */
function isSame(platform: Platform, a: AgentSnapshot, b: AgentSnapshot): boolean {
  const open = (snapshot: AgentSnapshot) => ({
    ...snapshot,
    slug: snapshot.slug ?? null,
    tools: unsealTools(platform, snapshot.tools),
  });
  return isDeepStrictEqual(open(a), open(b));
}
