import type { Sql } from '../../platform/database.ts';

/** Names what uses a workflow, like `trigger "Nightly" (trg_…)`; while there is any, it can't be deleted. */
export type FindWorkflowUsers = (sql: Sql, workspaceId: string, workflowId: string) => Promise<string[]>;

const lookUps: FindWorkflowUsers[] = [];

/** Registers such a look-up; called once by a feature's module, as importing it here would go in a circle. */
export function registerWorkflowUsers(find: FindWorkflowUsers): void {
  lookUps.push(find);
}

/** Everything that uses the workflow. */
export async function findWorkflowUsers(sql: Sql, workspaceId: string, workflowId: string): Promise<string[]> {
  const users: string[] = [];
  for (const find of lookUps) users.push(...(await find(sql, workspaceId, workflowId)));
  return users;
}
