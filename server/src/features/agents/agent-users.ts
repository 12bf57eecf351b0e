import { invalid } from '../../platform/errors.ts';
import type { Sql } from '../../platform/database.ts';

/** Names what uses an agent, like `chat interface "Support" (chi_…)`. */
export type FindAgentUsers = (sql: Sql, workspaceId: string, agentId: string) => Promise<string[]>;

const finders: FindAgentUsers[] = [];

/**
 * Registers a look-up of a feature's own uses of agents: an agent with any can't be deleted
 * (docs/reference/addresses.md#creating-changing-deleting).
 */
export function registerAgentUsers(find: FindAgentUsers): void {
  finders.push(find);
}

/** Throws 400 naming the users of an agent, if it has any. */
export async function refuseWhileUsed(sql: Sql, workspaceId: string, agentId: string): Promise<void> {
  const users: string[] = [];
  // One after another: they share the transaction's one connection.
  for (const find of finders) users.push(...(await find(sql, workspaceId, agentId)));
  if (users.length === 0) return;
  throw invalid({ path: 'params.id', message: `is used by ${users.join(', ')}` }, { users });
}
