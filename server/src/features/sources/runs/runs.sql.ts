import type { PageQuery, RunError, SourceChange, SourceRun, SourceRunCounts } from '@portico/shared-types';
import { json, type Sql } from '../../../platform/database.ts';
import type { Page } from '../../../platform/http/route.ts';
import { LeaseLost } from '../../../platform/leases/lease.ts';
import { ascending, selectPage } from '../../../platform/select-page.ts';
import type { ClaimedRun } from './runs.claims.sql.ts';

const columns = (sql: Sql) => sql`
  id, source_id, status, error, started_at, finished_at, json_build_object('discovered', discovered, 'fetched', fetched,
    'created', created, 'changed', changed, 'unchanged', unchanged, 'failed', failed, 'removed', removed,
    'skipped', skipped) AS counts`;

/** Starts a run; undefined if one is in progress. */
export async function insertRun(
  tx: Sql,
  run: { id: string; workspaceId: string; sourceId: string },
): Promise<SourceRun | undefined> {
  const [row] = await tx<SourceRun[]>`
    INSERT INTO source_runs (id, workspace_id, source_id, status, due_at)
    VALUES (${run.id}, ${run.workspaceId}, ${run.sourceId}, 'running', now())
    ON CONFLICT (source_id) WHERE status = 'running' DO NOTHING RETURNING ${columns(tx)}`;
  return row;
}

export async function findRunningRun(sql: Sql, sourceId: string): Promise<SourceRun | undefined> {
  const [row] = await sql<SourceRun[]>`
    SELECT ${columns(sql)} FROM source_runs WHERE source_id = ${sourceId} AND status = 'running'`;
  return row;
}

export async function findRun(sql: Sql, sourceId: string, id: string): Promise<SourceRun | undefined> {
  const [row] = await sql<SourceRun[]>`
    SELECT ${columns(sql)} FROM source_runs WHERE source_id = ${sourceId} AND id = ${id}`;
  return row;
}

export async function listRuns(sql: Sql, sourceId: string, query: PageQuery): Promise<Page<SourceRun>> {
  return selectPage<SourceRun>(sql, query, {
    columns: columns(sql),
    from: sql`source_runs WHERE source_id = ${sourceId}`,
    createdAt: sql`started_at`,
  });
}

export async function listChanges(sql: Sql, runId: string, query: PageQuery): Promise<Page<SourceChange>> {
  const { from: _, to: __, ...page } = query;
  return selectPage<SourceChange>(sql, page, {
    columns: sql`url, change, reason`,
    from: sql`source_changes WHERE run_id = ${runId}`,
    order: [ascending(sql`position`)],
  });
}

/** A source, or a knowledge base with its sources. */
export type RunOwner = { readonly sourceId: string } | { readonly knowledgeBaseId: string };

const runsOf = (sql: Sql, owner: RunOwner) => sql`
  source_runs r JOIN sources s ON s.id = r.source_id
  WHERE ${'sourceId' in owner ? sql`s.id = ${owner.sourceId}` : sql`s.knowledge_base_id = ${owner.knowledgeBaseId}`}`;

export async function findRunningRuns(sql: Sql, owner: RunOwner): Promise<Pick<SourceRun, 'id' | 'source_id'>[]> {
  return sql<Pick<SourceRun, 'id' | 'source_id'>[]>`
    SELECT r.id, r.source_id FROM ${runsOf(sql, owner)} AND r.status = 'running'`;
}

/** Locks all runs until the transaction ends, and returns the ids of those whose events are still stored. */
export async function lockRuns(tx: Sql, owner: RunOwner): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`SELECT r.id FROM ${runsOf(tx, owner)} ORDER BY r.id FOR UPDATE OF r`;
  // A second statement, because the holder of a lock may have stored the first event of its run.
  const streams = await tx<{ stream: string }[]>`
    SELECT stream FROM event_streams WHERE stream = ANY(${rows.map(({ id }) => id)})`;
  return streams.map(({ stream }) => stream);
}

/** Locks a run that this process holds; every write of a crawl does this first. Throws LeaseLost. */
export async function lockHeldRun(
  tx: Sql,
  { id, lease_token: token }: Pick<ClaimedRun, 'id' | 'lease_token'>,
): Promise<{ discovered: number; fetched: number; kept: number }> {
  const [row] = await tx<{ discovered: number; fetched: number; kept: number }[]>`
    SELECT discovered, fetched, kept FROM source_runs
    WHERE id = ${id} AND lease_token = ${token} AND status = 'running' FOR UPDATE`;
  if (row === undefined) throw new LeaseLost();
  return row;
}

/** The progress of a run for its holder; undefined if another process holds it. */
export async function findProgress(
  sql: Sql,
  { id, lease_token: token }: Pick<ClaimedRun, 'id' | 'lease_token'>,
): Promise<{ fetched: number; kept: number } | undefined> {
  const [row] = await sql<{ fetched: number; kept: number }[]>`
    SELECT fetched, kept FROM source_runs WHERE id = ${id} AND lease_token = ${token} AND status = 'running'`;
  return row;
}

export async function markSeeded(tx: Sql, id: string): Promise<void> {
  await tx`UPDATE source_runs SET is_seeded = true WHERE id = ${id}`;
}

/** The increments of a run's counts in a commit; `kept` are pages with text. */
export type CountChange = { -readonly [Name in keyof SourceRunCounts]: number } & { kept: number };

export function noCounts(): CountChange {
  return {
    discovered: 0,
    fetched: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    failed: 0,
    removed: 0,
    skipped: 0,
    kept: 0,
  };
}

/** Increments a run's counts, and resets the number of deaths, because this is progress. */
export async function addCounts(tx: Sql, id: string, more: CountChange): Promise<SourceRunCounts> {
  const [row] = await tx<{ counts: SourceRunCounts }[]>`
    UPDATE source_runs SET discovered = discovered + ${more.discovered}, fetched = fetched + ${more.fetched},
      created = created + ${more.created}, changed = changed + ${more.changed},
      unchanged = unchanged + ${more.unchanged}, failed = failed + ${more.failed}, removed = removed + ${more.removed},
      skipped = skipped + ${more.skipped}, kept = kept + ${more.kept}, broken_off = 0
    WHERE id = ${id} RETURNING ${columns(tx)}`;
  if (row === undefined) throw new LeaseLost();
  return row.counts;
}

export async function insertChanges(tx: Sql, runId: string, changes: readonly SourceChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx`
    INSERT INTO source_changes (run_id, url, change, reason)
    SELECT ${runId}, url, change, reason
    FROM unnest(${changes.map(({ url }) => url)}::text[], ${changes.map(({ change }) => change)}::text[],
      ${changes.map(({ reason }) => reason)}::text[]) WITH ORDINALITY AS new (url, change, reason, place)
    ORDER BY place`;
}

/** Ends a run in progress, regardless of its holder; undefined if it has ended. Its frontier is deleted. */
export async function endRun(
  tx: Sql,
  id: string,
  status: 'completed' | 'failed' | 'cancelled',
  error: RunError | null,
): Promise<SourceRun | undefined> {
  const [row] = await tx<SourceRun[]>`
    UPDATE source_runs SET status = ${status}, error = ${error === null ? null : json(error)}, finished_at = now(),
      due_at = NULL
    WHERE id = ${id} AND status = 'running' RETURNING ${columns(tx)}`;
  if (row !== undefined) await tx`DELETE FROM source_frontier WHERE run_id = ${id}`;
  return row;
}
