import type { Sql } from '../../../platform/database.ts';
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

/** Documents of any workspace published by an older version, a few at a time. */
export async function findDocumentsToFill(sql: Sql): Promise<DocumentToFill[]> {
  return sql<DocumentToFill[]>`
    SELECT id, workspace_id, knowledge_base_id, name, title, edition FROM documents
    WHERE search_edition <> edition ORDER BY knowledge_base_id LIMIT 200`;
}

export async function findUntermedChunks(
  sql: Sql,
  { id, edition }: DocumentToFill,
  limit: number,
): Promise<{ id: string; content: string; heading: string | null }[]> {
  return sql<{ id: string; content: string; heading: string | null }[]>`
    SELECT c.id, c.content, c.metadata ->> 'heading' AS heading FROM chunks c
    WHERE c.document_id = ${id} AND c.edition = ${edition}
      AND NOT EXISTS (SELECT 1 FROM chunk_terms t WHERE t.chunk_id = c.id)
    ORDER BY c.ordinal LIMIT ${limit}`;
}

/** Stores the terms of chunks that still exist. */
export async function insertTerms(
  sql: Sql,
  document: DocumentToFill,
  rows: readonly (StoredTerms & { readonly id: string })[],
  words: readonly NewWord[],
): Promise<void> {
  await sql`
    WITH held AS MATERIALIZED (
      SELECT 1 FROM documents WHERE id = ${document.id} AND edition = ${document.edition} FOR SHARE
    ), learnt AS (
      ${insertWords(sql, document.knowledge_base_id, words, sql`held`)}
    )
    INSERT INTO chunk_terms (chunk_id, workspace_id, knowledge_base_id, document_id, edition, language, length, terms, counts)
    SELECT new.id, ${document.workspace_id}, ${document.knowledge_base_id}, ${document.id}, ${document.edition},
      new.language, new.length, new.terms::int[], decode(new.counts, 'hex')
    FROM held, unnest(
      ${rows.map(({ id }) => id)}::text[], ${rows.map(({ language }) => language)}::text[],
      ${rows.map(({ length }) => length)}::int[], ${rows.map(({ terms }) => writeArray(terms))}::text[],
      ${rows.map(({ counts }) => counts.toString('hex'))}::text[]
    ) AS new (id, language, length, terms, counts)
    ON CONFLICT (chunk_id) DO NOTHING`;
}

/** Switches the document to search by terms; terms of its older editions are deleted. */
export async function markFilled(sql: Sql, { id, edition }: DocumentToFill, language: string | null): Promise<void> {
  await sql`DELETE FROM chunk_terms WHERE document_id = ${id} AND edition < ${edition}`;
  await sql`
    UPDATE documents SET search_edition = edition, language = coalesce(language, ${language})
    WHERE id = ${id} AND edition = ${edition}`;
}
