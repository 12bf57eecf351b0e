import type { Transaction } from '../../../platform/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordUnused, removeUnused } from '../../../platform/storage/index.ts';
import { deleteCrawledDocuments } from './crawled-documents.sql.ts';
import { shrinkDocument } from './shrink-document.ts';

/**
 * Number of documents of a source that are deleted in one transaction. The chunks of a long one are deleted before, but
 * those of a short one with it, and the embedded database answers nobody else meanwhile.
 */
export function countDeletedTogether({ database }: Pick<Platform, 'database'>): number {
  return database.embedded ? 4 : 100;
}

/**
 * Deletes up to `countDeletedTogether` documents with their chunks and files. `write` is called first in the transaction
 * that deletes them; if it throws, they stay, but the long ones without their chunks.
 */
export async function removeCrawledDocuments(
  platform: Platform,
  { workspaceId, knowledgeBaseId }: { readonly workspaceId: string; readonly knowledgeBaseId: string },
  ids: readonly string[],
  write: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const id of ids) await shrinkDocument(platform, workspaceId, knowledgeBaseId, id);
  const keys = await platform.database.transaction(async (tx) => {
    await write(tx);
    const unused = await deleteCrawledDocuments(tx, workspaceId, ids);
    await recordUnused(tx, unused);
    return unused;
  });
  await removeUnused(platform, keys);
}
