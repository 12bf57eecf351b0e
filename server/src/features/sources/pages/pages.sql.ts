import { createHash } from 'node:crypto';
import type { SourcePage, SourcePageListQuery, SourcePageStatus } from '@portico/shared-types';
import type { Sql } from '../../../platform/database.ts';
import type { Page } from '../../../platform/http/route.ts';
import { ascending, selectPage } from '../../../platform/select-page.ts';

const columns = (sql: Sql) =>
  sql`id, url, title, status, reason, http_status, document_id, last_fetched_at, last_changed_at`;

/** The key of an address: addresses themselves are too long for an index. */
export function hashUrl(url: string): Buffer {
  return createHash('sha256').update(url).digest();
}

/** The pages of a source, by address. */
export async function listPages(sql: Sql, sourceId: string, query: SourcePageListQuery): Promise<Page<SourcePage>> {
  const search = { ...query, search: query.q };
  return selectPage<SourcePage>(sql, search, {
    columns: columns(sql),
    from: sql`source_pages WHERE source_id = ${sourceId}
      ${query.status === undefined ? sql`` : sql`AND status = ${query.status}`}`,
    named: [sql`url`, sql`title`],
    // The first part is in an index.
    order: [ascending(sql`left(url, 400)`), ascending(sql`url`), ascending(sql`id`)],
  });
}

/** Begins the reason of a page that is skipped because of another one; the other's address follows. */
export const duplicateOf = 'duplicate of ';

/** The data of a page that a crawl needs. */
export interface KnownPage {
  readonly id: string;
  readonly url: string;
  readonly status: SourcePageStatus;
  readonly reason: string | null;
  readonly document_id: string | null;
  /** False if its document failed to be indexed. */
  readonly is_indexed: boolean;
  readonly text_hash: Buffer | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly gone: number;
}

export async function findPage(sql: Sql, sourceId: string, url: string): Promise<KnownPage | undefined> {
  const [row] = await sql<KnownPage[]>`
    SELECT p.id, p.url, p.status, p.reason, p.document_id, coalesce(d.status <> 'failed', false) AS is_indexed,
      p.text_hash, p.etag, p.last_modified, p.gone
    FROM source_pages p LEFT JOIN documents d ON d.id = p.document_id
    WHERE p.source_id = ${sourceId} AND p.url_hash = ${hashUrl(url)}`;
  return row;
}

/**
 * Locks the documents of these pages until the transaction ends, in the order in which workers lock those whose leases
 * they renew, and before the pages, which a deleted document changes after itself: another order is a deadlock.
 */
export async function lockDocuments(tx: Sql, sourceId: string, urls: readonly string[]): Promise<void> {
  await tx`
    SELECT 1 FROM documents WHERE id = ANY(ARRAY(
      SELECT p.document_id FROM unnest(${[...urls]}::text[]) AS visited (url)
      JOIN source_pages p ON p.source_id = ${sourceId} AND p.url_hash = sha256(convert_to(visited.url, 'UTF8'))))
    ORDER BY id FOR UPDATE`;
}

/** Another page of the source with the same text, undefined if there is none. */
export async function findTwin(
  sql: Sql,
  sourceId: string,
  pageId: string,
  textHash: Buffer,
): Promise<string | undefined> {
  const [row] = await sql<{ url: string }[]>`
    SELECT url FROM source_pages
    WHERE source_id = ${sourceId} AND text_hash = ${textHash} AND id <> ${pageId} AND document_id IS NOT NULL
    LIMIT 1`;
  return row?.url;
}

/** The changes of a page after a visit or the end of indexing; undefined values are not changed. */
export interface PageChange {
  readonly status: SourcePageStatus;
  readonly reason: string | null;
  readonly http_status?: number | null;
  readonly title?: string;
  readonly document_id?: string | null;
  readonly text_hash?: Buffer | null;
  readonly etag?: string | null;
  readonly last_modified?: string | null;
  readonly gone?: number;
  readonly isFetched?: boolean;
  readonly isChanged?: boolean;
}

export async function updatePage(tx: Sql, id: string, change: PageChange): Promise<SourcePage | undefined> {
  const { isFetched = false, isChanged = false, ...given } = change;
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const [row] = await tx<SourcePage[]>`
    UPDATE source_pages SET ${tx(values)}
      ${isFetched ? tx`, last_fetched_at = now()` : tx``} ${isChanged ? tx`, last_changed_at = now()` : tx``}
    WHERE id = ${id} RETURNING ${columns(tx)}`;
  return row;
}

export async function deletePages(tx: Sql, ids: readonly string[]): Promise<void> {
  await tx`DELETE FROM source_pages WHERE id = ANY(${[...ids]})`;
}

/** Deletes the pages of these documents. */
export async function deletePagesOf(tx: Sql, documentIds: readonly string[]): Promise<void> {
  await tx`DELETE FROM source_pages WHERE document_id = ANY(${[...documentIds]}::text[])`;
}

/** Makes every page be fetched completely, because the rules for extracting its text have changed. */
export async function forgetValidators(tx: Sql, sourceId: string): Promise<void> {
  await tx`UPDATE source_pages SET etag = NULL, last_modified = NULL WHERE source_id = ${sourceId}`;
}

/** The same for a source that was changed during a run: its pages were extracted by the rules from before. */
export async function forgetOutdatedValidators(tx: Sql, runId: string): Promise<void> {
  await tx`
    UPDATE source_pages SET etag = NULL, last_modified = NULL WHERE source_id = (
      SELECT s.id FROM source_runs r JOIN sources s ON s.id = r.source_id
      WHERE r.id = ${runId} AND s.updated_at > r.started_at)`;
}
