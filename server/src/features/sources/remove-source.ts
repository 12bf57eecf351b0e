import type { Deleted } from '@portico/shared-types';
import { z } from 'zod';
import type { Transaction } from '../../platform/database.ts';
import { removalMs } from '../../platform/delete-in-batches.ts';
import { notFound } from '../../platform/errors.ts';
import type { DeletedRow } from '../../platform/leases/removals.sql.ts';
import type { Platform } from '../../platform/platform.ts';
import { defineJob } from '../../platform/queue.ts';
import { recordOnce } from '../audit-log/index.ts';
import { discardDocumentsOfSource, releaseDocumentsOfSource, removeDeletedBase } from '../knowledge-bases/index.ts';
import { deletePagesOf } from './pages/pages.sql.ts';
import { cancelRuns, holdRuns } from './runs/runs.service.ts';
import { findRunningRun } from './runs/runs.sql.ts';
import { nameOf, requireSource } from './sources.service.ts';
import { deleteSource, findSource, lockSource, type SourceRow } from './sources.sql.ts';

/** The documents that leave their source together: the embedded database answers nobody else meanwhile. */
const documentsTogether = 200;

const Removal = z.object({
  workspace_id: z.string(),
  knowledge_base_id: z.string(),
  source_id: z.string(),
  keep_documents: z.boolean(),
});
type Removal = z.infer<typeof Removal>;

/** Finishes the deletion of a source that has begun. */
export const removeSourceJob = defineJob('sources.remove', Removal, 1);

/**
 * Deletes a source with its pages and documents, which nobody finds any more; the documents are removed in steps, the rest
 * by a sweep if there are many. `keep_documents` detaches them instead. Throws 404. If it is interrupted, a job finishes it.
 */
export async function removeSource(platform: Platform, removal: Removal): Promise<Deleted> {
  const { workspace_id: workspaceId, knowledge_base_id: baseId, source_id: id } = removal;
  const source = await requireSource(platform, workspaceId, baseId, id);
  await removeInSteps(platform, removal, source, false);
  return { id, deleted: true };
}

/** Finishes a deletion, unless its request has done so. */
export async function finishRemoval(platform: Platform, removal: Removal): Promise<void> {
  const { workspace_id: workspaceId, knowledge_base_id: baseId, source_id: id } = removal;
  const source = await findSource(platform.database.sql, workspaceId, baseId, id);
  if (source !== undefined) await removeInSteps(platform, removal, source, true);
}

/** `hasBegun` if an earlier step was committed: then the source may also be gone, as a job and the request can meet. */
async function removeInSteps(
  platform: Platform,
  removal: Removal,
  source: SourceRow,
  hasBegun: boolean,
): Promise<void> {
  const { id } = source;
  let discarded: DeletedRow | undefined;
  for (let isBegun = hasBegun, isDeleted = false; !isDeleted;) {
    await cancelRuns(platform, { sourceId: id });
    const step = await platform.database.transaction(async (tx) => {
      // Runs first, as a crawl locks them.
      const removeEvents = await holdRuns(platform, tx, { sourceId: id });
      if (!(await lockSource(tx, removal.workspace_id, id))) {
        if (isBegun) return { base: discarded, isLast: true };
        throw notFound('source', id);
      }
      // A run that started meanwhile is to be ended first: it may not be locked, and be adding documents.
      if ((await findRunningRun(tx, id)) !== undefined) return undefined;
      const { base, isLast } = await removeSome(platform, tx, removal, discarded);
      if (!isBegun) await recordDeletion(tx, removal, source);
      if (isLast) await removeEvents();
      else if (!isBegun) await platform.queue.enqueue(tx, removeSourceJob, removal, { delayMs: removalMs.check });
      return { base, isLast };
    });
    if (step === undefined) continue;
    isBegun = true;
    isDeleted = step.isLast;
    discarded = step.base;
  }
  if (discarded !== undefined) await removeDeletedBase(platform, discarded);
}

/** Takes some documents from a source, or deletes it with its last ones. */
async function removeSome(
  platform: Platform,
  tx: Transaction,
  { workspace_id: workspaceId, source_id: id, keep_documents: keepDocuments }: Removal,
  discarded: DeletedRow | undefined,
): Promise<{ base: DeletedRow | undefined; isLast: boolean }> {
  const limit = platform.database.embedded ? documentsTogether : null;
  const { ids, base } = keepDocuments
    ? await releaseDocumentsOfSource(tx, workspaceId, id, limit)
    : await discardDocumentsOfSource(tx, workspaceId, id, limit, discarded);
  const isLast = ids.length !== limit;
  if (isLast) await deleteSource(tx, workspaceId, id);
  else await deletePagesOf(tx, ids);
  return { base, isLast };
}

async function recordDeletion(tx: Transaction, { workspace_id: workspaceId }: Removal, source: SourceRow) {
  const resource = { id: source.id, name: nameOf(source) };
  // A request may repeat a deletion that was interrupted.
  await recordOnce(tx, { workspaceId, action: 'source.deleted', resource });
}
