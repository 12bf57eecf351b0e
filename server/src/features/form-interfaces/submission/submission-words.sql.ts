import type { Fragment, Sql, Transaction } from '../../../platform/database.ts';
import type { Search } from '../../../platform/search-words.ts';
import { containing } from '../../../platform/select-page.ts';

/** What a submission is found by. */
export interface SearchedSubmission {
  id: string;
  interface_id: string;
  message: string;
  inputs: Record<string, unknown>;
  urls: readonly string[];
  file_names: readonly string[];
}

/** Stores the words of submissions, each a row of one word. */
export async function insertWords(
  tx: Transaction,
  rows: readonly { readonly id: string; readonly word: string }[],
): Promise<void> {
  await tx`
    INSERT INTO submission_words (submission_id, words)
    SELECT id, array_to_tsvector(array_agg(word))
    FROM unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ word }) => word)}::text[]) AS new (id, word)
    GROUP BY id
    ON CONFLICT (submission_id) DO NOTHING`;
}

/** A submission whose words are not stored yet. */
export interface WordlessSubmission {
  readonly id: string;
  readonly interface_id: string;
}

/** Those after this one, in the order of the index. */
export async function findWordless(
  sql: Sql,
  last: WordlessSubmission | undefined,
  limit: number,
): Promise<WordlessSubmission[]> {
  return sql<WordlessSubmission[]>`
    SELECT id, interface_id FROM form_submissions
    WHERE NOT has_words AND (interface_id, id) > (${last?.interface_id ?? ''}, ${last?.id ?? ''})
    ORDER BY interface_id, id LIMIT ${limit}`;
}

/** A submission whose words are not stored yet, locked and marked as done; none if another process was faster. */
export async function takeWordless(tx: Transaction, id: string): Promise<SearchedSubmission[]> {
  return tx<SearchedSubmission[]>`
    UPDATE form_submissions SET has_words = true WHERE id = ${id} AND NOT has_words
    RETURNING id, interface_id, message, inputs, urls, ARRAY(
      SELECT name FROM form_sources WHERE submission_id = form_submissions.id AND name IS NOT NULL) AS file_names`;
}

/** A condition that a submission of the form contains all words of a search; nothing without one. */
export function matchingWords(sql: Sql, interfaceId: string, search: Search | undefined): Fragment {
  if (search === undefined) return sql``;
  const { text, query } = search;
  if (query === undefined) return sql`AND false`;
  const pattern = containing(text);
  return sql`AND id IN (
    SELECT submission_id FROM submission_words WHERE words @@ ${query}::tsquery
    UNION ALL
    SELECT older.id FROM form_submissions older WHERE older.interface_id = ${interfaceId} AND NOT older.has_words
      AND (older.message ILIKE ${pattern} OR older.inputs::text ILIKE ${pattern}))`;
}
