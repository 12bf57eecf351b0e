import type { Sql } from '../../platform/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findBasesToIndex, markIndexed } from './index-upkeep.sql.ts';

/** Beyond this many chunks a knowledge base gets an HNSW index; below, comparing them all is exact and fast enough. */
export const exactUpTo = 10_000;
/** Lengths up to which pgvector indexes full and half precision. */
const widestFull = 2000;
const widestHalf = 4000;

/**
 * How an indexed knowledge base's vectors are compared, undefined where no index takes vectors of this length. The
 * expression in a query must be the index's own.
 */
export function indexedExpression(dimensions: number): { column: string; type: string; operators: string } | undefined {
  const column = vectorColumn(dimensions);
  if (dimensions <= widestFull) return { column, type: `vector(${dimensions})`, operators: 'vector_cosine_ops' };
  if (dimensions <= widestHalf) return { column, type: `halfvec(${dimensions})`, operators: 'halfvec_cosine_ops' };
  return undefined;
}

/** Rows keep vectors of up to this length in the page; longer ones would not leave room for the rest of the row. */
const widestInPage = 1800;

export function vectorColumn(dimensions: number): 'embedding' | 'wide_embedding' {
  return dimensions <= widestInPage ? 'embedding' : 'wide_embedding';
}

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
    const [lock] = await session<{ taken: boolean }[]>`SELECT pg_try_advisory_lock(${upkeepLock}) AS taken`;
    if (lock?.taken !== true) return;
    for (const base of due) await buildIndex(platform, session, base);
  } finally {
    await session`SELECT pg_advisory_unlock(${upkeepLock})`;
    session.release();
  }
}

const upkeepLock = 5_206_141;

async function buildIndex(
  platform: Platform,
  session: Sql,
  { workspace_id: workspaceId, id, dimensions }: { workspace_id: string; id: string; dimensions: number },
): Promise<void> {
  const expression = indexedExpression(dimensions);
  if (expression === undefined) return;
  const started = Date.now();
  // What an interrupted build left behind is invalid and would stay so.
  await dropIndex(session, id);
  await session.unsafe(
    `CREATE INDEX CONCURRENTLY ${indexName(id)} ON chunks
     USING hnsw ((${expression.column}::${expression.type}) ${expression.operators}) WHERE knowledge_base_id = '${id}'`,
  );
  await markIndexed(session, workspaceId, id);
  platform.log.info({ knowledge_base: id, ms: Date.now() - started }, 'knowledge base indexed');
}

/** Takes the index of a deleted knowledge base away. */
export async function dropIndex(sql: Sql, knowledgeBaseId: string): Promise<void> {
  await sql.unsafe(`DROP INDEX CONCURRENTLY IF EXISTS ${indexName(knowledgeBaseId)}`);
}

/** Ids are of our own making; the check keeps anything else out of SQL that takes no parameters. */
function indexName(knowledgeBaseId: string): string {
  return `chunks_near_${requirePlainId(knowledgeBaseId)}`;
}

export function requirePlainId(id: string): string {
  if (!/^kb_[0-9a-z]{26}$/.test(id)) throw new Error('not the id of a knowledge base');
  return id;
}
