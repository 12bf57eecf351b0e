import type { Deleted } from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';
import { removalMs, shrink } from '../../platform/delete-in-batches.ts';
import { inUse, notFound } from '../../platform/errors.ts';
import type { DeletedRow } from '../../platform/leases/removals.sql.ts';
import { type Removal, removeDeleted, sweepDeleted } from '../../platform/leases/remove-deleted.ts';
import { recordUnused, removeUnused } from '../../platform/storage/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordChange } from '../audit-log/index.ts';
import {
  deleteEmptyBase,
  deleteSomeChunksOf,
  deleteSomeDocuments,
  deleteSomeTermsOf,
  endDocuments,
  hasIndex,
  listSomeDocumentsOf,
  lockToDelete,
  markDeleted,
} from './deleted-bases.sql.ts';
import { dropIndexes } from './index-upkeep.sql.ts';
import { countChunksTogether } from './documents/shrink-document.ts';
import type { KnowledgePlatform } from './knowledge-platform.ts';
import { requireKnowledgeBase } from './knowledge-bases.service.ts';

/** Documents that are deleted together: their files are removed one after the other. */
const documentsTogether = 50;

/**
 * Deletes a knowledge base with its sources. It disappears at once; its documents are removed in steps, the rest by a
 * sweep if there are many. Throws 404, and 400 naming its users.
 */
export async function removeKnowledgeBase(
  platform: KnowledgePlatform,
  workspaceId: string,
  id: string,
): Promise<Deleted> {
  const { database, knowledgeBases } = platform;
  const { sources } = knowledgeBases;
  const base = { id, workspace_id: workspaceId };
  await requireKnowledgeBase(platform, workspaceId, id);
  // A deletion that is refused doesn't end the runs.
  await requireUnused(platform, database.sql, base);
  await sources.cancelRuns(platform, id);
  await database.transaction(async (tx) => {
    await sources.remove(platform, tx, id);
    // A worker that stores chunks holds their document and then needs the knowledge base: another order is a deadlock.
    await endDocuments(tx, base);
    const row = await lockToDelete(tx, base);
    if (row === undefined) throw notFound('knowledge base', id);
    await requireUnused(platform, tx, base);
    await markDeleted(tx, base);
    await recordChange(tx, { workspaceId, action: 'knowledge_base.deleted', resource: { id, name: row.name } });
  });
  await removeDeletedBase(platform, base);
  return { id, deleted: true };
}

/** Removes what it can of a deleted knowledge base within a request; a sweep removes the rest. */
export async function removeDeletedBase(platform: Platform, base: DeletedRow): Promise<void> {
  await removeDeleted(platform, removalOf(platform), base, removalMs.request);
}

/** Continues the removal of deleted knowledge bases, which may have hundreds of thousands of chunks. */
export async function sweepDeletedBases(platform: Platform): Promise<void> {
  await sweepDeleted(platform, removalOf(platform), removalMs.turn);
}

function removalOf(platform: Platform): Removal {
  return { table: 'knowledge_bases', removeUntil: async (base, isOver) => removeUntil(platform, base, isOver) };
}

async function removeUntil(platform: Platform, base: DeletedRow, isOver: () => boolean): Promise<boolean> {
  const { database } = platform;
  const { sql } = database;
  const shrinkBy = async (deleteSome: (limit: number) => Promise<number>): Promise<void> =>
    shrink(platform, async (limit) => (isOver() ? 0 : deleteSome(limit)));
  await shrinkBy(async (limit) => deleteSomeChunksOf(sql, base, limit));
  await shrinkBy(async () => {
    const ids = await listSomeDocumentsOf(sql, base, documentsTogether);
    // The documents of a deleted source have left their chunks in its knowledge base.
    await shrinkBy(async () => deleteSomeChunksOf(sql, base, countChunksTogether(platform), ids));
    if (isOver()) return 0;
    const keys = await database.transaction(async (tx) => {
      const unused = await deleteSomeDocuments(tx, base.workspace_id, ids);
      await recordUnused(tx, unused);
      return unused;
    });
    await removeUnused(platform, keys);
    return keys.length;
  });
  await shrinkBy(async (limit) => deleteSomeTermsOf(sql, base, limit));
  if (isOver()) return false;
  if (await hasIndex(sql, base)) await dropIndexes(sql, base.id);
  return database.transaction(async (tx) => deleteEmptyBase(tx, base));
}

/** Throws 400 naming what uses the knowledge base. */
async function requireUnused(
  { knowledgeBases }: KnowledgePlatform,
  sql: Sql,
  { workspace_id: workspaceId, id }: DeletedRow,
): Promise<void> {
  const users = await knowledgeBases.references.findUsers(sql, 'knowledge_base', workspaceId, id);
  if (users.length > 0) throw inUse(users);
}
