import type { RunError, Source, SourceListQuery } from '@portico/shared-types';
import { json, type Sql } from '../../platform/database.ts';
import type { Page } from '../../platform/http/route.ts';
import { selectPage } from '../../platform/select-page.ts';
import { workspacesInTurn } from '../../platform/leases/workspaces-in-turn.sql.ts';

/** A source as stored, with encrypted headers. */
export interface SourceRow extends Omit<Source, 'headers'> {
  readonly headers: Buffer | null;
}

const columns = (sql: Sql) => sql`
  s.id, s.knowledge_base_id, s.type, s.url, s.urls, s.include, s.exclude, s.max_pages, s.max_depth, s.css_include,
  s.css_exclude, s.respect_robots, s.refresh, s.headers, s.status, s.error, s.last_run_at, s.next_run_at, s.created_at,
  (SELECT json_build_object('pages', count(*), 'ready', count(*) FILTER (WHERE p.status IN ('ready', 'unchanged')),
      'failed', count(*) FILTER (WHERE p.status = 'failed'), 'skipped', count(*) FILTER (WHERE p.status = 'skipped'))
    FROM source_pages p WHERE p.source_id = s.id) AS counts`;

/** The settings of a source that people can change. */
export type SourceSettings = Pick<
  Source,
  | 'url'
  | 'urls'
  | 'include'
  | 'exclude'
  | 'max_pages'
  | 'max_depth'
  | 'css_include'
  | 'css_exclude'
  | 'respect_robots'
  | 'refresh'
> & { readonly headers: Buffer | null; readonly next_run_at: string | null };

const toColumns = (settings: SourceSettings) => ({
  ...settings,
  urls: json(settings.urls),
  include: json(settings.include),
  exclude: json(settings.exclude),
});

export async function insertSource(
  tx: Sql,
  source: SourceSettings & { id: string; workspaceId: string; knowledgeBaseId: string; type: Source['type'] },
): Promise<void> {
  const { id, workspaceId, knowledgeBaseId, type, ...settings } = source;
  await tx`
    INSERT INTO sources ${tx({
      id,
      workspace_id: workspaceId,
      knowledge_base_id: knowledgeBaseId,
      type,
      status: 'idle',
      ...toColumns(settings),
    })}`;
}

export async function updateSource(tx: Sql, workspaceId: string, id: string, settings: SourceSettings): Promise<void> {
  await tx`
    UPDATE sources SET ${tx(toColumns(settings))}, updated_at = now()
    WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

export async function findSource(
  sql: Sql,
  workspaceId: string,
  knowledgeBaseId: string,
  id: string,
): Promise<SourceRow | undefined> {
  const [row] = await sql<SourceRow[]>`
    SELECT ${columns(sql)} FROM sources s
    WHERE s.workspace_id = ${workspaceId} AND s.knowledge_base_id = ${knowledgeBaseId} AND s.id = ${id}`;
  return row;
}

/** A page of the sources of a knowledge base, or of all of them if none is given, newest first. */
export async function listSources(
  sql: Sql,
  workspaceId: string,
  knowledgeBaseId: string | undefined,
  query: SourceListQuery,
): Promise<Page<SourceRow>> {
  return selectPage<SourceRow>(sql, query, {
    columns: columns(sql),
    from: sql`sources s WHERE s.workspace_id = ${workspaceId}
      ${knowledgeBaseId === undefined ? sql`` : sql`AND s.knowledge_base_id = ${knowledgeBaseId}`}
      ${query.status === undefined ? sql`` : sql`AND s.status = ${query.status}`}`,
    named: [sql`s.url`, sql`s.urls::text`],
  });
}

/** Ids of at most `limit` sources of all workspaces, in order, after the given one. */
export async function listSourceIds(sql: Sql, after: string, limit: number): Promise<{ id: string }[]> {
  return sql<{ id: string }[]>`SELECT id FROM sources WHERE id > ${after} ORDER BY id LIMIT ${limit}`;
}

/**
 * Locks a source and its run in progress until the transaction ends; false if it is gone. The run first, as a crawl
 * locks them: another order is a deadlock.
 */
export async function lockSource(tx: Sql, workspaceId: string, id: string): Promise<boolean> {
  await tx`SELECT 1 FROM source_runs WHERE source_id = ${id} AND status = 'running' FOR UPDATE`;
  // A run that starts now may add pages, which refer to the source.
  const rows = await tx`SELECT 1 FROM sources WHERE workspace_id = ${workspaceId} AND id = ${id} FOR NO KEY UPDATE`;
  return rows.length > 0;
}

/** Sources with a cron expression that are not due at `now`, locked until the transaction ends. */
export async function lockCronSources(
  tx: Sql,
  workspaceId: string,
  now: Date,
): Promise<{ id: string; refresh: string }[]> {
  // No other value of `refresh` contains a space.
  return tx<{ id: string; refresh: string }[]>`
    SELECT id, refresh FROM sources
    WHERE workspace_id = ${workspaceId} AND refresh ~ '\\s' AND next_run_at > ${now.toISOString()}::timestamptz
    ORDER BY id FOR UPDATE`;
}

export async function updateNextRuns(
  tx: Sql,
  workspaceId: string,
  sources: readonly { readonly id: string; readonly nextRunAt: string | null }[],
): Promise<void> {
  await tx`
    UPDATE sources SET next_run_at = moved.next_run_at::timestamptz
    FROM unnest(${sources.map(({ id }) => id)}::text[], ${sources.map(({ nextRunAt }) => nextRunAt)}::text[])
      AS moved (id, next_run_at)
    WHERE sources.workspace_id = ${workspaceId} AND sources.id = moved.id`;
}

export async function deleteSource(tx: Sql, workspaceId: string, id: string): Promise<void> {
  await tx`DELETE FROM sources WHERE workspace_id = ${workspaceId} AND id = ${id}`;
}

/** Deletes the sources of a knowledge base, locked in the same order as in `lockCronSources`. */
export async function deleteSourcesOf(tx: Sql, knowledgeBaseId: string): Promise<void> {
  await tx`
    WITH chosen AS MATERIALIZED (
      SELECT id FROM sources WHERE knowledge_base_id = ${knowledgeBaseId} ORDER BY id FOR UPDATE
    )
    DELETE FROM sources s USING chosen WHERE s.id = chosen.id`;
}

/** Records the start of a run. */
export async function markSyncing(tx: Sql, id: string, nextRunAt: string | null): Promise<void> {
  await tx`
    UPDATE sources SET status = 'syncing', error = NULL, last_run_at = now(), next_run_at = ${nextRunAt}
    WHERE id = ${id}`;
}

/** Records the end of a run. */
export async function settleSource(
  tx: Sql,
  id: string,
  status: 'idle' | 'failed',
  error: RunError | null,
): Promise<void> {
  await tx`
    UPDATE sources SET status = ${status}, error = ${error === null ? null : json(error)} WHERE id = ${id}`;
}

/** A source that will be due. */
export interface PlannedSource {
  readonly id: string;
  readonly workspace_id: string;
  readonly refresh: string;
  readonly next_run_at: string;
}

/** Up to a hundred sources of all workspaces that will be due, in order, after the given one. */
export async function listPlannedSources(sql: Sql, after: string): Promise<PlannedSource[]> {
  return sql<PlannedSource[]>`
    SELECT id, workspace_id, refresh, next_run_at FROM sources
    WHERE id > ${after} AND next_run_at IS NOT NULL ORDER BY id LIMIT 100`;
}

/** Changes the next run, unless it has started or was changed meanwhile. */
export async function moveNextRun(
  sql: Sql,
  { id, workspace_id: workspaceId, refresh, next_run_at: planned }: PlannedSource,
  next: string,
): Promise<void> {
  await sql`
    UPDATE sources SET next_run_at = ${next}
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND refresh = ${refresh}
      AND next_run_at = ${planned}::timestamptz`;
}

/** A due source, with the data to start its run. */
export interface DueSource {
  readonly id: string;
  readonly workspace_id: string;
  readonly refresh: string;
}

/**
 * Sources that are due by the clock of this process, which also set the time. One whose run takes longer than its
 * interval is due as soon as the run ends; until then it would take the place of another one in every sweep.
 */
export async function findDueSources(sql: Sql, limit: number, except: readonly string[]): Promise<DueSource[]> {
  return sql<DueSource[]>`
    SELECT id, workspace_id, refresh FROM sources AS source
    WHERE next_run_at <= ${new Date().toISOString()}::timestamptz AND id <> ALL(${[...except]}::text[])
      AND NOT EXISTS (SELECT FROM source_runs WHERE source_id = source.id AND status = 'running')
    ORDER BY ${workspacesInTurn(sql, 'next_run_at')} LIMIT ${limit}`;
}

/** True if a locked source is still due. */
export async function isDue(tx: Sql, id: string): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM sources WHERE id = ${id} AND next_run_at <= ${new Date().toISOString()}::timestamptz`;
  return rows.length > 0;
}
