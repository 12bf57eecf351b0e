import { json, type Sql } from '../../platform/database.ts';
import type { Lease } from './documents.sql.ts';
import { vectorColumn } from './vectors.sql.ts';

export interface NewChunk {
  id: string;
  ordinal: number;
  content: string;
  tokenCount: number;
  metadata: Readonly<Record<string, unknown>>;
  /** As pgvector reads it: `[0.1,0.2]`. */
  vector: string;
}

/** How many chunks of an edition are there; they are made in order, so a worker goes on after them. */
export async function countChunks(sql: Sql, documentId: string, edition: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM chunks WHERE document_id = ${documentId} AND edition = ${edition}`;
  return row?.count ?? 0;
}

/** Adds chunks of the edition in the making; false where the document is no longer the lease's. */
export async function insertChunks(
  sql: Sql,
  lease: Lease & { knowledge_base_id: string; next_edition: number },
  dimensions: number,
  chunks: readonly NewChunk[],
): Promise<boolean> {
  const rows = await sql`
    WITH mine AS (
      -- Locks the document, and notes that there is progress.
      UPDATE documents SET broken_off = 0
      WHERE workspace_id = ${lease.workspace_id} AND id = ${lease.id} AND lease_token = ${lease.lease_token}
        AND status = 'processing'
      RETURNING 1
    )
    INSERT INTO chunks (id, workspace_id, knowledge_base_id, document_id, edition, ordinal, content, token_count,
      metadata, ${sql(vectorColumn(dimensions))})
    SELECT new.id, ${lease.workspace_id}, ${lease.knowledge_base_id}, ${lease.id}, ${lease.next_edition}, new.ordinal,
      new.content, new.token_count, new.metadata::jsonb, new.vector::vector
    FROM unnest(
      ${chunks.map(({ id }) => id)}::text[], ${chunks.map(({ ordinal }) => ordinal)}::int[],
      ${chunks.map(({ content }) => content)}::text[], ${chunks.map(({ tokenCount }) => tokenCount)}::int[],
      ${chunks.map(({ metadata }) => json(metadata))}::text[], ${chunks.map(({ vector }) => vector)}::text[]
    ) AS new (id, ordinal, content, token_count, metadata, vector)
    WHERE EXISTS (SELECT 1 FROM mine)
    RETURNING id`;
  return rows.length > 0;
}
