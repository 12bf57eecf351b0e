import { shrink } from '../../../platform/delete-in-batches.ts';
import { LeaseLost } from '../../../platform/leases/lease.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ClaimedDocument } from './documents.sql.ts';
import { deleteSomeChunks, type Editions, endDocument, hasMoreChunks, showNextEdition } from './old-chunks.sql.ts';

/**
 * Deletes the chunks of a long document in short statements, before the document itself is deleted. If the server stops
 * meanwhile, the document has failed; it can be deleted again, and a sweep does so.
 */
export async function shrinkDocument(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  id: string,
): Promise<void> {
  const { sql } = platform.database;
  if (!(await hasMoreChunks(sql, workspaceId, id, { first: 0, last: maxEdition }, countChunksTogether(platform))))
    return;
  const last = await endDocument(sql, workspaceId, knowledgeBaseId, id);
  if (last !== undefined) await deleteChunks(platform, { workspace_id: workspaceId, id }, { first: 0, last });
}

/**
 * Replaces the published chunks of a long document by those of the new edition, and deletes the old ones in short
 * statements, before the document is ready. May be interrupted anywhere and called again. Throws LeaseLost.
 */
export async function replaceEdition(
  platform: Platform,
  document: ClaimedDocument,
  signal: AbortSignal,
): Promise<void> {
  const { sql } = platform.database;
  const old = { first: 0, last: document.next_edition - 1 };
  if (!(await hasMoreChunks(sql, document.workspace_id, document.id, old, countChunksTogether(platform)))) return;
  if (!(await showNextEdition(sql, document))) throw new LeaseLost();
  await deleteChunks(platform, document, old, { signal });
}

/**
 * Deletes what has been stored of the new edition in short statements, before it is stored again or has failed. The rest
 * is left if the lease is lost meanwhile.
 */
export async function discardEdition(
  platform: Platform,
  document: ClaimedDocument,
  signal: AbortSignal,
): Promise<void> {
  const edition = { first: document.next_edition, last: document.next_edition };
  await deleteChunks(platform, document, edition, { signal, lease: document });
}

/** The largest number of the column. */
const maxEdition = 2 ** 31 - 1;

/**
 * Chunks that one statement deletes. Each of their terms is counted down, of which a table of numbers has dozens in each
 * chunk, and the embedded database answers nobody else meanwhile.
 */
export function countChunksTogether({ database }: Pick<Platform, 'database'>): number {
  return database.embedded ? 16 : 128;
}

async function deleteChunks(
  platform: Platform,
  { workspace_id: workspaceId, id }: Pick<ClaimedDocument, 'workspace_id' | 'id'>,
  editions: Editions,
  { signal, lease }: { signal?: AbortSignal; lease?: ClaimedDocument } = {},
): Promise<void> {
  const { sql } = platform.database;
  await shrink(platform, async (limit) => {
    signal?.throwIfAborted();
    return deleteSomeChunks(sql, workspaceId, id, editions, Math.min(limit, countChunksTogether(platform)), lease);
  });
}
