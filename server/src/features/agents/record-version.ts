import { isDeepStrictEqual } from 'node:util';
import { type Actor, systemActor } from '../../platform/actor.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { currentOrigin } from '../../platform/request-context.ts';
import type { AgentRow } from './agents.sql.ts';
import { unsealTools } from './tools/seal-tools.ts';
import { type AgentSnapshot, findNewestVersion, insertAgentVersion } from './versions.sql.ts';

/**
 * Saves the agent's state as a version, unless it equals the newest one; `always` saves it anyway. Must be called in
 * the transaction of the change, while the agent is locked. The author is the caller of the current request.
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
 * Saves the state left by a process of an older version, which saves no versions; the author is unknown. Must be called
 * while the agent is locked.
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

/**
 * Header values are encrypted again with each change, so the original values are compared; old versions have no slug.
 */
function isSame(platform: Platform, a: AgentSnapshot, b: AgentSnapshot): boolean {
  const open = (snapshot: AgentSnapshot) => ({
    ...snapshot,
    slug: snapshot.slug ?? null,
    tools: unsealTools(platform, snapshot.tools),
  });
  return isDeepStrictEqual(open(a), open(b));
}
