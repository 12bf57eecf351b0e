import type { Sql } from '../../../platform/database.ts';
import { isTeamOnline } from './team.sql.ts';

/** Whether a person could answer a visitor of the workspace now. */
export async function isAvailable(sql: Sql, workspaceId: string): Promise<boolean> {
  return isTeamOnline(sql, workspaceId);
}
