import type { Assignee } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';
import { answering } from './answering.ts';
import { listAssignees } from './team.sql.ts';

/** Returns everybody to whom a conversation can be assigned, by name. */
export async function pageAssignees(platform: Platform, workspaceId: string): Promise<Assignee[]> {
  return listAssignees(platform.database.sql, workspaceId, answering);
}
