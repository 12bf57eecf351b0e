import type { Sql } from './database.ts';

/** A description of what uses a resource, like `chat interface "Support" (chi_…)`. */
export type FindUsers = (sql: Sql, workspaceId: string, id: string) => Promise<string[]>;

/** The resources that others refer to, and that can't be deleted meanwhile. */
type Referenced = 'agent' | 'knowledge_base' | 'workflow';

export interface References {
  /** Everything that uses the resource (docs/reference/addresses.md#creating-changing-deleting). */
  findUsers(sql: Sql, resource: Referenced, workspaceId: string, id: string): Promise<string[]>;
}

/** Combines the look-ups of every feature that refers to another's resources. */
export function createReferences(finders: Readonly<Record<Referenced, readonly FindUsers[]>>): References {
  return {
    async findUsers(sql, resource, workspaceId, id) {
      const users: string[] = [];
      // One after another, because they share the transaction's connection.
      for (const find of finders[resource]) users.push(...(await find(sql, workspaceId, id)));
      return users;
    },
  };
}
