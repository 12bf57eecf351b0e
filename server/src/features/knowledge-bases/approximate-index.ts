import type { Platform } from '../../platform/platform.ts';
import { createIndex, findBasesToIndex, markIndexed, takeUpkeepLock } from './index-upkeep.sql.ts';

/** Beyond this many chunks a knowledge base gets an HNSW index; below, comparing them all is exact and fast enough. */
export const exactUpTo = 2_000;

/**
 * Gives knowledge bases that have grown past `exactUpTo` chunks an index of their own, so that small ones pay nothing
 * for large ones and no filter follows the search. Never on the embedded database: building one there keeps the whole
 * process busy (21 s at 10,000 chunks), while an exact search of as many takes 40 ms.
 */
export async function indexLargeBases(platform: Platform): Promise<void> {
  if (platform.database.embedded) return;
  const due = await findBasesToIndex(platform.database.sql, exactUpTo);
  if (due.length === 0) return;
  // A connection of its own, because the lock that keeps other processes out belongs to the session.
  const session = await platform.database.sql.reserve();
  try {
    const release = await takeUpkeepLock(session);
    if (release === undefined) return;
    try {
      for (const { workspace_id: workspaceId, id, dimensions } of due) {
        const started = Date.now();
        if (!(await createIndex(session, id, dimensions))) continue;
        await markIndexed(session, workspaceId, id);
        platform.log.info({ knowledge_base: id, ms: Date.now() - started }, 'knowledge base indexed');
      }
    } finally {
      await release();
    }
  } finally {
    session.release();
  }
}
