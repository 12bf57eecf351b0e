import { json, type Sql } from '../../../platform/database.ts';

export interface FoundContent {
  id: string;
  content: string;
  source: { kind: 'file' | 'url' | 'message'; name?: string; url?: string };
  metadata: { page?: number; heading?: string };
  score: number;
}

/** Creates a scope if necessary; returns its embedding model. */
export async function insertContentScope(
  sql: Sql,
  workspaceId: string,
  scope: string,
  embeddingModel: string,
): Promise<string> {
  await sql`
    INSERT INTO content_scopes (scope, workspace_id, embedding_model)
    VALUES (${scope}, ${workspaceId}, ${embeddingModel}) ON CONFLICT (scope) DO NOTHING`;
  const known = await findContentScope(sql, workspaceId, scope);
  if (known === undefined) throw new Error('the scope belongs to another workspace');
  return known.embedding_model;
}

export async function findContentScope(
  sql: Sql,
  workspaceId: string,
  scope: string,
): Promise<{ embedding_model: string } | undefined> {
  const [row] = await sql<{ embedding_model: string }[]>`
    SELECT embedding_model FROM content_scopes WHERE workspace_id = ${workspaceId} AND scope = ${scope}`;
  return row;
}

/** The number of stored chunks of an item; they are created in order. */
export async function countContentChunks(sql: Sql, scope: string, item: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM content_chunks WHERE scope = ${scope} AND item = ${item}`;
  return row?.count ?? 0;
}

export interface NewContentChunk {
  id: string;
  ordinal: number;
  source: object;
  content: string;
  metadata: object;
  vector: string;
}

/** Adds chunks; chunks that another worker has already added are not changed. */
export async function insertContentChunks(
  sql: Sql,
  scope: string,
  item: number,
  chunks: readonly NewContentChunk[],
): Promise<void> {
  await sql`
    INSERT INTO content_chunks (scope, item, ordinal, id, source, content, metadata, embedding)
    SELECT ${scope}, ${item}, new.ordinal, new.id, new.source::json, new.content, new.metadata::json,
      l2_normalize(new.vector::int[]::vector)
    FROM unnest(
      ${chunks.map(({ ordinal }) => ordinal)}::int[], ${chunks.map(({ id }) => id)}::text[],
      ${chunks.map(({ source }) => json(source))}::text[], ${chunks.map(({ content }) => content)}::text[],
      ${chunks.map(({ metadata }) => json(metadata))}::text[], ${chunks.map(({ vector }) => vector)}::text[]
    ) AS new (ordinal, id, source, content, metadata, vector)
    ON CONFLICT (scope, item, ordinal) DO NOTHING`;
}

export async function findNearestContent(
  sql: Sql,
  scope: string,
  vector: string,
  limit: number,
): Promise<FoundContent[]> {
  return sql<FoundContent[]>`
    SELECT id, content, source, metadata, 1 - (embedding <=> ${vector}::vector) AS score FROM content_chunks
    WHERE scope = ${scope} ORDER BY embedding <=> ${vector}::vector, item, ordinal LIMIT ${limit}`;
}

/** Deletes `limit` chunks of a scope if it has more than that; returns the number. */
export async function deleteContentChunks(sql: Sql, scope: string, limit: number): Promise<number> {
  const rows = await sql`
    DELETE FROM content_chunks WHERE scope = ${scope}
      AND id = ANY(ARRAY(SELECT id FROM content_chunks WHERE scope = ${scope} LIMIT ${limit} FOR UPDATE SKIP LOCKED))
      AND EXISTS (SELECT FROM content_chunks WHERE scope = ${scope} OFFSET ${limit} LIMIT 1)
    RETURNING 1`;
  return rows.length;
}

export async function deleteContentScope(sql: Sql, workspaceId: string, scope: string): Promise<void> {
  await sql`DELETE FROM content_scopes WHERE workspace_id = ${workspaceId} AND scope = ${scope}`;
}
