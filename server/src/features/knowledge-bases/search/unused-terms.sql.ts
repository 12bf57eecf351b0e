import type { Transaction } from '../../../platform/database.ts';

/**
 * Deletes some of the terms that no chunk contains any more, with their words; returns how many were looked at. Those
 * that another process is counting or deleting are left for later.
 */
export async function deleteUnusedTerms(tx: Transaction, limit: number): Promise<number> {
  // A subquery for each term, because Postgres might join the terms of every knowledge base.
  const locked = await tx<{ id: string; hash: number; is_unused: boolean }[]>`
    SELECT u.knowledge_base_id AS id, u.hash, locked.chunk_count <= 0 AS is_unused
    FROM unused_terms u, LATERAL (
      SELECT t.chunk_count FROM search_terms t WHERE t.knowledge_base_id = u.knowledge_base_id AND t.hash = u.hash
      FOR UPDATE SKIP LOCKED
    ) AS locked
    ORDER BY u.knowledge_base_id, u.hash LIMIT ${limit}`;
  const unused = locked.filter(({ is_unused: isUnused }) => isUnused);
  // A second statement, because the first may not see the words of a chunk that was added and deleted meanwhile.
  await tx`
    WITH settled AS (
      DELETE FROM unused_terms WHERE (knowledge_base_id, hash) IN (${listTerms(tx, locked)})
    ), forgotten AS (
      DELETE FROM search_words WHERE (knowledge_base_id, hash) IN (${listTerms(tx, unused)})
    )
    DELETE FROM search_terms WHERE (knowledge_base_id, hash) IN (${listTerms(tx, unused)})`;
  return locked.length;
}

const listTerms = (tx: Transaction, terms: readonly { readonly id: string; readonly hash: number }[]) => tx`
  SELECT * FROM unnest(${terms.map(({ id }) => id)}::text[], ${terms.map(({ hash }) => hash)}::int[])`;
