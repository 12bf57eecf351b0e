import type { Platform } from '../../platform/platform.ts';
import { sweepEach } from '../../platform/sweep-rows.ts';
import {
  type BaseToIndex,
  createIndex,
  dropIndexes,
  dropReplacedIndex,
  findAbandonedIndexes,
  findBasesToIndex,
  findReplacedIndexes,
  markIndexed,
  takeUpkeepLock,
} from './index-upkeep.sql.ts';

/**
 * A knowledge base with more chunks than this gets an HNSW index; below, comparing all chunks is exact and fast enough.
 */
export const exactUpTo = 2_000;

/**
 * Gives knowledge bases with more than `exactUpTo` chunks their own index, so that small ones don't pay for large ones
 * and no filter is needed after the search. Never on the embedded database: building an index blocks the whole process
 * (21 s at 10,000 chunks), while an exact search takes 40 ms.
 */
export async function indexLargeBases(platform: Platform): Promise<void> {
  if (platform.database.embedded) return;
  const { sql } = platform.database;
  const due = await findBasesToIndex(sql, exactUpTo);
  const left = [...(await findReplacedIndexes(sql)), ...(await findAbandonedIndexes(sql))];
  if (due.length === 0 && left.length === 0) return;
  // A separate connection, because the lock against other processes belongs to the session.
  const session = await platform.database.raw.reserve();
  try {
    const release = await takeUpkeepLock(session);
    if (release === undefined) return;
    try {
      const build = async ({ workspace_id: workspaceId, id, dimensions }: BaseToIndex): Promise<void> => {
        const started = Date.now();
        if (!(await createIndex(session, id, dimensions))) return;
        await markIndexed(session, workspaceId, id);
        platform.log.info({ knowledge_base: id, ms: Date.now() - started }, 'knowledge base indexed');
      };
      await sweepEach(platform, due, build, 'a knowledge base could not be indexed');
      for (const { workspace_id: workspaceId, id } of await findReplacedIndexes(session))
        await dropReplacedIndex(session, workspaceId, id);
      for (const id of await findAbandonedIndexes(session)) await dropIndexes(session, id);
    } finally {
      await release();
    }
  } finally {
    session.release();
  }
}
