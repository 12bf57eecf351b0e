import type { Sql } from '../../platform/database.ts';

/** Names what uses a knowledge base, like `agent "Guide" (agt_…)`; while there is any, it can't be deleted. */
export type FindKnowledgeBaseUsers = (sql: Sql, workspaceId: string, knowledgeBaseId: string) => Promise<string[]>;

const lookUps: FindKnowledgeBaseUsers[] = [];

/** Registers such a look-up; called once by app/, as importing it here would go in a circle. */
export function registerKnowledgeBaseUsers(find: FindKnowledgeBaseUsers): void {
  lookUps.push(find);
}

/** Everything that uses the knowledge base. */
export async function findKnowledgeBaseUsers(sql: Sql, workspaceId: string, id: string): Promise<string[]> {
  const users: string[] = [];
  for (const find of lookUps) users.push(...(await find(sql, workspaceId, id)));
  return users;
}
