import type { Sql } from '../../platform/database.ts';

/** Knowledge bases of any workspace that hold more than `chunkCount` chunks and no index. */
export async function findBasesToIndex(
  sql: Sql,
  chunkCount: number,
): Promise<{ workspace_id: string; id: string; dimensions: number }[]> {
  return sql<{ workspace_id: string; id: string; dimensions: number }[]>`
    SELECT b.workspace_id, b.id, b.dimensions FROM knowledge_bases b
    WHERE NOT b.is_indexed AND b.dimensions IS NOT NULL
      AND (SELECT sum(d.chunk_count) FROM documents d WHERE d.knowledge_base_id = b.id) > ${chunkCount}`;
}

export async function markIndexed(sql: Sql, workspaceId: string, id: string): Promise<void> {
  await sql`UPDATE knowledge_bases SET is_indexed = true WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}
