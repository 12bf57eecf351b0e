import { ignoreMissing } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sweepDue } from '../../../platform/sweep-rows.ts';
import { removeDocument } from './documents.service.ts';
import { findHalfDeleted, type HalfDeleted, isHalfDeleted } from './old-chunks.sql.ts';

const together = 50;

/** Finishes the deletions of long documents that were interrupted. */
export async function sweepHalfDeleted(platform: Platform): Promise<void> {
  const find = async (seen: readonly string[]): Promise<HalfDeleted[]> =>
    findHalfDeleted(platform.database.sql, seen, together);
  const remove = async ({ id, workspace_id: workspaceId, knowledge_base_id: baseId }: HalfDeleted): Promise<void> => {
    // Its content may have been replaced during the deletions before it, which can take minutes.
    if (!(await isHalfDeleted(platform.database.sql, id))) return;
    await removeDocument(platform, workspaceId, baseId, id).catch(ignoreMissing);
  };
  await sweepDue(platform, find, remove, 'the deletion of a document could not be finished');
}
