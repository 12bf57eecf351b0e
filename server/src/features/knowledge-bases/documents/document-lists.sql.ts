import type { DocumentListQuery, DocumentStatus, KnowledgeDocument } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import type { Page } from '../../../platform/http/route.ts';
import { alphabetically, selectPage, sortableByNameOrTime } from '../../../platform/select-page.ts';
import { columns, type NewDocument, ofKeptBases } from './documents.sql.ts';

/** A page of the documents of a knowledge base, or of all of them if none is given, newest first. */
export async function listDocuments(
  sql: Sql,
  workspaceId: string,
  knowledgeBaseId: string | undefined,
  query: DocumentListQuery,
): Promise<Page<KnowledgeDocument>> {
  return selectPage<KnowledgeDocument>(sql, query, {
    columns: columns(sql),
    from: sql`documents WHERE workspace_id = ${workspaceId} ${ofKeptBases(sql, workspaceId)}
      ${knowledgeBaseId === undefined ? sql`` : sql`AND knowledge_base_id = ${knowledgeBaseId}`}
      ${query.status === undefined ? sql`` : sql`AND status = ${query.status}`}`,
    named: [sql`name`, sql`title`, sql`url`],
    sortable: { ...sortableByNameOrTime(sql), title: alphabetically(sql, sql`coalesce(title, name)`) },
    key: sql`id`,
  });
}

/** A document that was added by hand or by a program, with the key of its bytes; null for an address. */
export interface OwnDocument extends Pick<
  NewDocument,
  'id' | 'name' | 'title' | 'source' | 'url' | 'mode' | 'metadata'
> {
  storage_key: string | null;
}

/** The next documents of a knowledge base after `lastId`, without those of its sources, which are crawled again. */
export async function listOwnDocuments(
  sql: Sql,
  knowledgeBaseId: string,
  lastId: string | undefined,
  limit: number,
): Promise<OwnDocument[]> {
  return sql<OwnDocument[]>`
    SELECT id, name, title, source, url, mode, metadata, storage_key FROM documents
    WHERE knowledge_base_id = ${knowledgeBaseId} AND source_id IS NULL
      ${lastId === undefined ? sql`` : sql`AND id > ${lastId}`}
    ORDER BY id LIMIT ${limit}`;
}

/** The number of documents in each state, for these knowledge bases. */
export async function countDocumentsByStatus(
  sql: Sql,
  workspaceId: string,
  knowledgeBaseIds: readonly string[],
): Promise<Partial<Record<DocumentStatus, number>>> {
  const rows = await sql<{ status: DocumentStatus; documents: number }[]>`
    SELECT status, count(*)::int AS documents FROM documents
    WHERE workspace_id = ${workspaceId} AND knowledge_base_id = ANY(${[...knowledgeBaseIds]}) GROUP BY status`;
  return Object.fromEntries(rows.map(({ status, documents }) => [status, documents]));
}
