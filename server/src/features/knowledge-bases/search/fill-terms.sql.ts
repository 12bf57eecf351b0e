import type { Sql, Transaction } from '../../../platform/database.ts';
import { insertWords, writeArray } from '../documents/chunks.sql.ts';
import type { NewWord, StoredTerms } from './terms.sql.ts';

/** A published document whose chunks lack their terms. */
export interface DocumentToFill {
  readonly id: string;
  readonly workspace_id: string;
  readonly knowledge_base_id: string;
  readonly name: string;
  readonly title: string | null;
  readonly edition: number;
}

/** Documents of any workspace published by an older version, a few at a time, except the `seen` ones. */
export async function findDocumentsToFill(sql: Sql, seen: readonly string[]): Promise<DocumentToFill[]> {
  return sql<DocumentToFill[]>`
    SELECT id, workspace_id, knowledge_base_id, name, title, edition FROM documents
    WHERE search_edition <> edition AND id <> ALL(${[...seen]}::text[]) ORDER BY knowledge_base_id LIMIT 200`;
}

export async function findUntermedChunks(
  sql: Sql,
  { id, edition }: DocumentToFill,
  limit: number,
): Promise<{ id: string; content: string; metadata: Record<string, unknown> }[]> {
  return sql<{ id: string; content: string; metadata: Record<string, unknown> }[]>`
    SELECT c.id, c.content, c.metadata FROM chunks c
    WHERE c.document_id = ${id} AND c.edition = ${edition}
      AND NOT EXISTS (SELECT 1 FROM chunk_terms t WHERE t.chunk_id = c.id)
    ORDER BY c.ordinal LIMIT ${limit}`;
}

/** Stores the terms and words of chunks that still exist. */
export async function insertTerms(
  tx: Transaction,
  document: DocumentToFill,
  rows: readonly (StoredTerms & { readonly id: string })[],
  words: readonly NewWord[],
): Promise<void> {
  const stored = await tx`
    WITH held AS MATERIALIZED (
      SELECT 1 FROM documents WHERE id = ${document.id} AND edition = ${document.edition} FOR SHARE
    )
    INSERT INTO chunk_terms (chunk_id, workspace_id, knowledge_base_id, document_id, edition, language, length, terms, counts,
      is_labelled)
    SELECT new.id, ${document.workspace_id}, ${document.knowledge_base_id}, ${document.id}, ${document.edition},
      new.language, new.length, new.terms::int[], decode(new.counts, 'hex'), true
    FROM held, unnest(
      ${rows.map(({ id }) => id)}::text[], ${rows.map(({ language }) => language)}::text[],
      ${rows.map(({ length }) => length)}::int[], ${rows.map(({ terms }) => writeArray(terms))}::text[],
      ${rows.map(({ counts }) => counts.toString('hex'))}::text[]
    ) AS new (id, language, length, terms, counts)
    ON CONFLICT (chunk_id) DO NOTHING
    RETURNING 1`;
  if (stored.length > 0) await insertWords(tx, document.knowledge_base_id, words);
}

/** Switches the document to search by terms; terms of its older editions are deleted. */
export async function markFilled(sql: Sql, { id, edition }: DocumentToFill, language: string | null): Promise<void> {
  await sql`DELETE FROM chunk_terms WHERE document_id = ${id} AND edition < ${edition}`;
  await sql`
    UPDATE documents SET search_edition = edition, language = coalesce(language, ${language})
    WHERE id = ${id} AND edition = ${edition}`;
}

/** A chunk of any workspace that an older version stored without labels. */
export interface UnlabelledChunk {
  readonly id: string;
  readonly workspace_id: string;
  readonly metadata: Record<string, unknown>;
}

/** Those of one base together. */
export async function findUnlabelledChunks(
  sql: Sql,
  except: readonly string[],
  limit: number,
): Promise<UnlabelledChunk[]> {
  return sql<UnlabelledChunk[]>`
    SELECT t.chunk_id AS id, t.workspace_id, coalesce(c.metadata, '{}') AS metadata
    FROM (SELECT * FROM chunk_terms WHERE NOT is_labelled AND chunk_id <> ALL(${[...except]}::text[])
        ORDER BY knowledge_base_id LIMIT ${limit}) AS t
      LEFT JOIN chunks c ON c.id = t.chunk_id`;
}

/** Adds labels to the terms of chunks that have none; another process may do the same. */
export async function addLabels(
  sql: Sql,
  chunks: readonly { readonly id: string; readonly labels: readonly number[] }[],
): Promise<void> {
  await sql`
    WITH held AS MATERIALIZED (
      SELECT t.chunk_id, new.labels::int[] AS labels FROM chunk_terms t
        JOIN unnest(${chunks.map(({ id }) => id)}::text[], ${chunks.map(({ labels }) => writeArray(labels))}::text[])
          AS new (id, labels) ON new.id = t.chunk_id
      WHERE NOT t.is_labelled ORDER BY t.chunk_id FOR UPDATE OF t
    )
    UPDATE chunk_terms t SET terms = t.terms || held.labels, is_labelled = true
    FROM held WHERE t.chunk_id = held.chunk_id`;
}
