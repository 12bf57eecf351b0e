import type { Sql } from '../../../platform/database.ts';
import { createId } from '../../../platform/ids.ts';
import { duplicateOf, hashUrl } from '../pages/pages.sql.ts';
import type { ClaimedRun } from '../runs/runs.claims.sql.ts';
import type { Target } from './outcome.ts';

/** An address that a run has yet to visit. */
export interface FrontierRow {
  readonly kind: 'page' | 'sitemap';
  readonly url: string;
  readonly depth: number;
  readonly hops: number;
  readonly attempts: number;
}

/** The same as `hashUrl`, of the row `new`. */
const hashed = (sql: Sql) => sql`sha256(convert_to(new.url, 'UTF8'))`;

type Run = Pick<ClaimedRun, 'id' | 'workspace_id' | 'source_id'>;

/** The next addresses to visit, sitemaps and shallow pages first. */
export async function findNext(sql: Sql, runId: string, limit: number): Promise<FrontierRow[]> {
  return sql<FrontierRow[]>`
    SELECT kind, url, depth, hops, attempts FROM source_frontier
    WHERE run_id = ${runId} AND state = 'queued' ORDER BY depth, position LIMIT ${limit}`;
}

/** Adds pages that are new to a run; returns how many were. Pages that are new to the source are queued. */
export async function insertTargets(tx: Sql, run: Run, targets: readonly Target[]): Promise<number> {
  if (targets.length === 0) return 0;
  const urls = targets.map(({ url }) => url);
  const depths = targets.map(({ depth }) => depth);
  const added = await tx<{ url: string }[]>`
    INSERT INTO source_frontier (run_id, kind, url_hash, url, depth, hops)
    SELECT ${run.id}, 'page', ${hashed(tx)}, url, depth, hops
    FROM unnest(${urls}::text[], ${depths}::int[], ${targets.map(({ hops }) => hops)}::int[])
      WITH ORDINALITY AS new (url, depth, hops, place)
    ORDER BY place
    ON CONFLICT DO NOTHING RETURNING url`;
  if (added.length === 0) return 0;
  await tx`
    INSERT INTO source_pages (id, workspace_id, source_id, url, url_hash, status, depth)
    SELECT new.id, ${run.workspace_id}, ${run.source_id}, new.url, ${hashed(tx)}, 'queued', new.depth
    FROM unnest(${urls.map(() => createId('pag'))}::text[], ${urls}::text[], ${depths}::int[]) AS new (id, url, depth)
    ON CONFLICT (source_id, url_hash) DO NOTHING`;
  return added.length;
}

export async function insertSitemaps(tx: Sql, runId: string, urls: readonly string[], depth: number): Promise<void> {
  if (urls.length === 0) return;
  await tx`
    INSERT INTO source_frontier (run_id, kind, url_hash, url, depth)
    SELECT ${runId}, 'sitemap', ${hashed(tx)}, url, ${depth}
    FROM unnest(${[...urls]}::text[]) AS new (url) ON CONFLICT DO NOTHING`;
}

/** Adds every page known to the source, those with text first; returns how many were added. */
export async function insertKnownPages(tx: Sql, run: Run, limit: number): Promise<number> {
  const rows = await tx`
    INSERT INTO source_frontier (run_id, kind, url_hash, url, depth)
    SELECT ${run.id}, 'page', url_hash, url, depth FROM source_pages WHERE source_id = ${run.source_id}
    ORDER BY (document_id IS NULL), depth, id LIMIT ${limit}
    ON CONFLICT DO NOTHING RETURNING url_hash`;
  return rows.length;
}

export async function isInFrontier(sql: Sql, runId: string, url: string): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM source_frontier WHERE run_id = ${runId} AND kind = 'page' AND url_hash = ${hashUrl(url)}`;
  return rows.length > 0;
}

export type FrontierChange =
  | { readonly state: 'done' }
  | { readonly state: 'again' }
  | { readonly state: 'indexing'; readonly change: 'created' | 'changed' };

export async function markVisited(
  tx: Sql,
  runId: string,
  { kind, url }: Pick<FrontierRow, 'kind' | 'url'>,
  to: FrontierChange,
): Promise<void> {
  await tx`
    UPDATE source_frontier SET attempts = attempts + 1, state = ${to.state === 'again' ? 'queued' : to.state},
      change = ${to.state === 'indexing' ? to.change : null}
    WHERE run_id = ${runId} AND kind = ${kind} AND url_hash = ${hashUrl(url)}`;
}

/** Queues visited pages again that were skipped as duplicates of a page without text; returns how many. */
export async function requeueDuplicates(tx: Sql, run: Run): Promise<number> {
  const rows = await tx`
    UPDATE source_frontier f SET state = 'queued'
    FROM source_pages p JOIN source_pages original ON original.source_id = p.source_id
      AND original.url_hash = sha256(convert_to(substr(p.reason, ${duplicateOf.length + 1}), 'UTF8'))
    WHERE f.run_id = ${run.id} AND f.kind = 'page' AND f.state = 'done' AND p.source_id = ${run.source_id}
      AND p.url_hash = f.url_hash AND p.status = 'skipped' AND starts_with(p.reason, ${duplicateOf})
      AND original.document_id IS NULL AND (original.status = 'failed'
        OR original.status = 'skipped' AND NOT starts_with(original.reason, ${duplicateOf}))
    RETURNING f.url_hash`;
  return rows.length;
}

/** A page whose document has been processed, or was deleted. */
export interface IndexedPage {
  readonly page_id: string;
  readonly url: string;
  readonly change: 'created' | 'changed';
  readonly status: 'ready' | 'failed' | null;
  readonly error: { readonly message: string } | null;
}

export async function findIndexed(sql: Sql, run: Run, limit: number): Promise<IndexedPage[]> {
  return sql<IndexedPage[]>`
    SELECT p.id AS page_id, f.url, f.change, d.status, d.error
    FROM source_frontier f
    JOIN source_pages p ON p.source_id = ${run.source_id} AND p.url_hash = f.url_hash
    LEFT JOIN documents d ON d.id = p.document_id
    WHERE f.run_id = ${run.id} AND f.state = 'indexing' AND coalesce(d.status, 'failed') IN ('ready', 'failed')
    LIMIT ${limit}`;
}

export async function countIndexing(sql: Sql, runId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM source_frontier WHERE run_id = ${runId} AND state = 'indexing'`;
  return row?.count ?? 0;
}

/** Pages that a run leaves unvisited because it has reached its limit; returns how many. */
export async function skipQueuedPages(tx: Sql, run: Run, reason: string): Promise<number> {
  const rows = await tx`
    UPDATE source_pages p SET status = 'skipped', reason = ${reason}
    FROM source_frontier f
    WHERE f.run_id = ${run.id} AND f.kind = 'page' AND f.state = 'queued' AND p.source_id = ${run.source_id}
      AND p.url_hash = f.url_hash AND p.document_id IS NULL RETURNING p.id`;
  return rows.length;
}

/** Up to `limit` pages of the source that the run never reached. */
export async function findUnlisted(
  sql: Sql,
  run: Run,
  limit: number,
): Promise<{ id: string; url: string; document_id: string | null }[]> {
  return sql<{ id: string; url: string; document_id: string | null }[]>`
    SELECT p.id, p.url, p.document_id FROM source_pages p
    WHERE p.source_id = ${run.source_id} AND NOT EXISTS (
      SELECT 1 FROM source_frontier f WHERE f.run_id = ${run.id} AND f.kind = 'page' AND f.url_hash = p.url_hash)
    LIMIT ${limit}`;
}
