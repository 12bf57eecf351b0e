import { json, type Sql, type Transaction } from '../../../platform/database.ts';
import type { Lease } from './documents.sql.ts';
import type { NewWord, StoredTerms } from '../search/terms.sql.ts';
import { vectorColumn } from '../vectors.sql.ts';

export interface NewChunk extends StoredTerms {
  id: string;
  ordinal: number;
  content: string;
  tokenCount: number;
  metadata: Readonly<Record<string, unknown>>;
  /** As written by `writeVector`. */
  vector: string;
}

/** The last stored chunk of an edition; they are created in order, so a worker continues after it. */
export async function findLastChunk(
  sql: Sql,
  documentId: string,
  edition: number,
): Promise<{ ordinal: number; content: string } | undefined> {
  const [row] = await sql<{ ordinal: number; content: string }[]>`
    SELECT ordinal, content FROM chunks WHERE document_id = ${documentId} AND edition = ${edition}
    ORDER BY ordinal DESC LIMIT 1`;
  return row;
}

/**
 * Adds chunks of the new edition, with their terms and the words that are new to the vocabulary; false if the lease on
 * the document is lost.
 */
export async function insertChunks(
  tx: Transaction,
  lease: Lease & { knowledge_base_id: string; next_edition: number },
  dimensions: number,
  chunks: readonly NewChunk[],
  words: readonly NewWord[],
): Promise<boolean> {
  const rows = await tx`
    WITH held AS (
      -- Locks the document, and notes that there is progress.
      UPDATE documents SET broken_off = 0
      WHERE workspace_id = ${lease.workspace_id} AND id = ${lease.id} AND lease_token = ${lease.lease_token}
        AND status = 'processing'
      RETURNING 1
    ), termed AS (
      INSERT INTO chunk_terms (chunk_id, workspace_id, knowledge_base_id, document_id, edition, language, length, terms, counts,
        is_labelled)
      SELECT new.id, ${lease.workspace_id}, ${lease.knowledge_base_id}, ${lease.id}, ${lease.next_edition},
        new.language, new.length, new.terms::int[], decode(new.counts, 'hex'), true
      FROM held, unnest(
        ${chunks.map(({ id }) => id)}::text[], ${chunks.map(({ language }) => language)}::text[],
        ${chunks.map(({ length }) => length)}::int[], ${chunks.map(({ terms }) => writeArray(terms))}::text[],
        ${chunks.map(({ counts }) => counts.toString('hex'))}::text[]
      ) AS new (id, language, length, terms, counts)
    )
    INSERT INTO chunks (id, workspace_id, knowledge_base_id, document_id, edition, ordinal, content, token_count,
      metadata, ${tx(vectorColumn(dimensions))})
    SELECT new.id, ${lease.workspace_id}, ${lease.knowledge_base_id}, ${lease.id}, ${lease.next_edition}, new.ordinal,
      new.content, new.token_count, new.metadata::jsonb, l2_normalize(new.vector::int[]::vector)
    FROM held, unnest(
      ${chunks.map(({ id }) => id)}::text[], ${chunks.map(({ ordinal }) => ordinal)}::int[],
      ${chunks.map(({ content }) => content)}::text[], ${chunks.map(({ tokenCount }) => tokenCount)}::int[],
      ${chunks.map(({ metadata }) => json(metadata))}::text[], ${chunks.map(({ vector }) => vector)}::text[]
    ) AS new (id, ordinal, content, token_count, metadata, vector)
    RETURNING id`;
  if (rows.length === 0) return false;
  await insertWords(tx, lease.knowledge_base_id, words);
  return true;
}

/**
 * Adds the words of terms that the transaction has added before, sorted, so that two workers can't deadlock. A word that
 * is already there stays: counting the terms has locked them until the commit, so that it isn't being deleted with an
 * unused term (`deleteUnusedTerms`).
 */
export async function insertWords(tx: Transaction, knowledgeBaseId: string, words: readonly NewWord[]): Promise<void> {
  await tx`
    INSERT INTO search_words (knowledge_base_id, word, hash, near)
    SELECT ${knowledgeBaseId}, new.word, new.hash, new.near::int[]
    FROM unnest(${words.map(({ word }) => word)}::text[], ${words.map(({ hash }) => hash)}::int[],
      ${words.map(({ near }) => writeArray(near))}::text[]) AS new (word, hash, near)
    ORDER BY new.word, new.hash ON CONFLICT DO NOTHING`;
}

/** Numbers as the text of an array. */
export function writeArray(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`;
}
