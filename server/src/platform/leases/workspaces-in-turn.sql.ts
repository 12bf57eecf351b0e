import type { Sql } from '../database.ts';

/**
 * An order by a time in which the workspaces take turns, each with its earliest row first, so that thousands of rows of
 * one workspace don't delay those of others. `column` is a constant of the feature, never input.
 */
export function workspacesInTurn(sql: Sql, column: string) {
  const time = sql.unsafe(column);
  return sql`row_number() OVER (PARTITION BY workspace_id ORDER BY ${time}), ${time}`;
}
