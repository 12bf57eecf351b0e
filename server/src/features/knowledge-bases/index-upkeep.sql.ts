import type { Sql } from '../../platform/database.ts';
import { indexedExpression, type IndexKind, requirePlainId } from './vectors.sql.ts';

export interface BaseToIndex {
  readonly workspace_id: string;
  readonly id: string;
  readonly dimensions: number;
}

/**
 * Knowledge bases of any workspace with more than `chunkCount` chunks and no index of this version. Their documents are
 * read together: with a sum for each base, Postgres would read all documents for each if most of them are in one base.
 */
export async function findBasesToIndex(sql: Sql, chunkCount: number): Promise<BaseToIndex[]> {
  return sql<BaseToIndex[]>`
    SELECT b.workspace_id, b.id, b.dimensions
    FROM knowledge_bases b JOIN documents d ON d.knowledge_base_id = b.id
    WHERE NOT b.has_half_index AND b.dimensions IS NOT NULL AND b.deleted_at IS NULL
    GROUP BY b.id HAVING sum(d.chunk_count) > ${chunkCount}`;
}

export async function markIndexed(sql: Sql, workspaceId: string, id: string): Promise<void> {
  await sql`UPDATE knowledge_bases SET has_half_index = true WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

/** Knowledge bases with an index of an older version that is no longer needed. */
export async function findReplacedIndexes(sql: Sql): Promise<{ workspace_id: string; id: string }[]> {
  return sql<{ workspace_id: string; id: string }[]>`
    SELECT workspace_id, id FROM knowledge_bases WHERE is_indexed AND has_half_index`;
}

/**
 * Drops the index of an older version. If that version still runs, it compares all chunks, or builds its index again.
 */
export async function dropReplacedIndex(sql: Sql, workspaceId: string, id: string): Promise<void> {
  await sql.unsafe(`DROP INDEX CONCURRENTLY IF EXISTS ${indexName(id, 'full')}`);
  await sql`UPDATE knowledge_bases SET is_indexed = false WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

/**
 * For rows imported without the indexes of their old database: the indexes are built again. The rows can be those of an
 * older version, whose table lacks columns.
 */
export async function forgetIndexes(sql: Sql): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name = 'knowledge_bases'
      AND column_name IN ('is_indexed', 'has_half_index')`;
  for (const { name } of columns) {
    await sql`UPDATE knowledge_bases SET ${sql(name)} = false WHERE ${sql(name)}`;
  }
}

const upkeepLock = 5_206_141;

/** Takes the session's lock for building indexes; returns its release, or undefined if another process has it. */
export async function takeUpkeepLock(session: Sql): Promise<(() => Promise<void>) | undefined> {
  const [lock] = await session<{ taken: boolean }[]>`SELECT pg_try_advisory_lock(${upkeepLock}) AS taken`;
  if (lock?.taken !== true) return undefined;
  return async () => {
    await session`SELECT pg_advisory_unlock(${upkeepLock})`;
  };
}

/**
 * More than pgvector's 16 and 64: with those, tight groups of near-duplicates became isolated parts of the graph, and a
 * twentieth of the questions found none of their nearest chunks (docs/decisions/0006-documents-and-search.md).
 */
const graph = { neighbours: 24, candidates: 128 };

/** Builds the index while others read and write; false if no index takes vectors of this length. */
export async function createIndex(session: Sql, knowledgeBaseId: string, dimensions: number): Promise<boolean> {
  const expression = indexedExpression(dimensions, 'half');
  if (expression === undefined) return false;
  // An interrupted build leaves an invalid index, which has to be dropped.
  const name = indexName(knowledgeBaseId, 'half');
  await session.unsafe(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  await session.unsafe(
    `CREATE INDEX CONCURRENTLY ${name} ON chunks
     USING hnsw ((${expression.column}::${expression.type}) ${expression.operators})
     WITH (m = ${graph.neighbours}, ef_construction = ${graph.candidates})
     WHERE knowledge_base_id = '${requirePlainId(knowledgeBaseId)}'`,
  );
  return true;
}

/** Ids of knowledge bases that were removed while their index was built: it has outlived them. */
export async function findAbandonedIndexes(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT DISTINCT named.id FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid,
      substring(c.relname FROM '^chunks_(?:half|near)_(kb_[0-9a-z]{26})$') AS named (id)
    WHERE i.indrelid = 'chunks'::regclass AND named.id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM knowledge_bases b WHERE b.id = named.id)`;
  return rows.map(({ id }) => id);
}

/** Drops the indexes of a deleted knowledge base. */
export async function dropIndexes(sql: Sql, knowledgeBaseId: string): Promise<void> {
  const names = [indexName(knowledgeBaseId, 'half'), indexName(knowledgeBaseId, 'full')];
  for (const name of names) await sql.unsafe(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
}

function indexName(knowledgeBaseId: string, kind: IndexKind): string {
  return `chunks_${kind === 'half' ? 'half' : 'near'}_${requirePlainId(knowledgeBaseId)}`;
}
