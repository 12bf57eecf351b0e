import type {
  AllSourcesQuery,
  Source,
  SourceCreate,
  SourceListQuery,
  SourcePage,
  SourcePageListQuery,
  SourcePatch,
} from '@portico/shared-types';
import type { Sql } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Page } from '../../platform/http/route.ts';
import { createId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Definition, readWhole } from '../../platform/select-page.ts';
import { recordChange } from '../audit-log/index.ts';
import { holdKnowledgeBase, requireKnowledgeBase } from '../knowledge-bases/index.ts';
import { findTimezone } from '../people/index.ts';
import { forgetValidators, listPages } from './pages/pages.sql.ts';
import { startRun } from './runs/runs.service.ts';
import { loadSelectorCheck, requireValid } from './check-source.ts';
import { findNextRun } from './schedule.ts';
import { homeOf, maskHeaders, openHeaders, sealHeaders, unmaskHeaders } from './source-headers.ts';
import { findSource, insertSource, listSources, lockSource, type SourceRow, updateSource } from './sources.sql.ts';

/** Adds a source and starts its first run. Throws 404, and a 400 that lists every fault. */
export async function createSource(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  body: SourceCreate,
): Promise<Source> {
  await requireKnowledgeBase(platform, workspaceId, knowledgeBaseId);
  const { type, headers = {}, ...settings } = body;
  const wanted = { ...settings, url: body.url ?? null, urls: body.urls ?? [] };
  requireValid(platform, type, wanted, await loadSelectorCheck());
  const id = createId('src');
  await platform.database.transaction(async (tx) => {
    await holdKnowledgeBase(tx, workspaceId, knowledgeBaseId);
    await insertSource(tx, {
      ...wanted,
      id,
      workspaceId,
      knowledgeBaseId,
      type,
      css_include: settings.css_include ?? null,
      css_exclude: settings.css_exclude ?? null,
      headers: sealHeaders(platform, unmaskHeaders({}, headers)),
      next_run_at: null,
    });
    const row = await findSource(tx, workspaceId, knowledgeBaseId, id);
    if (row !== undefined) await record(platform, tx, workspaceId, 'source.created', { after: row });
    await startRun(platform, tx, { id, workspace_id: workspaceId, refresh: settings.refresh });
  });
  return getSource(platform, workspaceId, knowledgeBaseId, id);
}

export async function getSource(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  id: string,
): Promise<Source> {
  return present(platform, await requireSource(platform, workspaceId, knowledgeBaseId, id));
}

export async function listSourcePage(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  query: SourceListQuery,
): Promise<Page<Source>> {
  await requireKnowledgeBase(platform, workspaceId, knowledgeBaseId);
  return listSourcesOfAllBases(platform, workspaceId, { ...query, knowledge_base_id: knowledgeBaseId });
}

export async function listSourcesOfAllBases(
  platform: Platform,
  workspaceId: string,
  { knowledge_base_id: baseId, ...query }: AllSourcesQuery,
): Promise<Page<Source>> {
  const { items, total } = await listSources(platform.database.sql, workspaceId, baseId, query);
  return { items: items.map((row) => present(platform, row)), total };
}

/** Updates the fields in the patch, from the next run on. Throws 404, and a 400 that lists every fault. */
export async function changeSource(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  id: string,
  patch: SourcePatch,
): Promise<Source> {
  await requireSource(platform, workspaceId, knowledgeBaseId, id);
  const isSelector = await loadSelectorCheck();
  await platform.database.transaction(async (tx) => {
    await lockSource(tx, workspaceId, id);
    const before = await findSource(tx, workspaceId, knowledgeBaseId, id);
    if (before === undefined) throw notFound('source', id);
    const { headers, ...given } = patch;
    const wanted = { ...settingsOf(before), ...withoutUndefined(given) };
    requireValid(platform, before.type, wanted, isSelector);
    const { headers: kept = maskHeaders(platform, before.headers) } = patch;
    const isElsewhere = homeOf(wanted).origin !== homeOf(before).origin;
    const sent = unmaskHeaders(openHeaders(platform, before.headers), kept ?? {}, isElsewhere);
    // Read under the lock, so that a change of the time zone at the same moment moves the next run, too.
    const timezone = await findTimezone(tx, workspaceId);
    const since =
      before.last_run_at === null ? new Date() : new Date(Math.max(Date.parse(before.last_run_at), Date.now()));
    await updateSource(tx, workspaceId, id, {
      ...wanted,
      headers: patch.headers === undefined && !isElsewhere ? before.headers : sealHeaders(platform, sent),
      next_run_at:
        wanted.refresh === before.refresh ? before.next_run_at : findNextRun(wanted.refresh, timezone, since),
    });
    await forgetValidators(tx, id);
    const after = await findSource(tx, workspaceId, knowledgeBaseId, id);
    if (after !== undefined) await record(platform, tx, workspaceId, 'source.updated', { before, after });
  });
  return getSource(platform, workspaceId, knowledgeBaseId, id);
}

export async function requireSource(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  id: string,
): Promise<SourceRow> {
  await requireKnowledgeBase(platform, workspaceId, knowledgeBaseId);
  const row = await findSource(platform.database.sql, workspaceId, knowledgeBaseId, id);
  if (row === undefined) throw notFound('source', id);
  return row;
}

async function record(
  platform: Platform,
  tx: Sql,
  workspaceId: string,
  action: 'source.created' | 'source.updated',
  { before, after }: { before?: SourceRow; after: SourceRow },
): Promise<void> {
  const stateOf = (row: SourceRow) => ({ ...settingsOf(row), headers: maskHeaders(platform, row.headers) });
  await recordChange(tx, {
    workspaceId,
    action,
    resource: { id: after.id, name: nameOf(after) },
    ...(before === undefined ? {} : { before: stateOf(before) }),
    after: stateOf(after),
  });
}

/** The address by which people know a source. */
export function nameOf({ url, urls }: SourceRow): string {
  return url ?? urls[0] ?? '';
}

function present(platform: Platform, { headers, ...row }: SourceRow): Source {
  return { ...row, headers: maskHeaders(platform, headers) };
}

function settingsOf(row: SourceRow) {
  const { url, urls, include, exclude, max_pages, max_depth, css_include, css_exclude, respect_robots, refresh } = row;
  return { url, urls, include, exclude, max_pages, max_depth, css_include, css_exclude, respect_robots, refresh };
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

function withoutUndefined<T extends object>(value: T): Defined<T>;
function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
}

/** Every source of a knowledge base as the body that would create it again, with the values of its headers. */
export async function listSourceDefinitions(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
): Promise<Definition<SourceCreate>[]> {
  const { sql } = platform.database;
  const rows = await readWhole(async (query) => listSources(sql, workspaceId, knowledgeBaseId, query));
  return rows.map((row) => {
    const { url, urls, ...settings } = settingsOf(row);
    const from = row.type === 'urls' ? { urls } : { url: url ?? '' };
    return { id: row.id, body: { type: row.type, ...from, ...settings, headers: openHeaders(platform, row.headers) } };
  });
}

/** Returns a page of a source's pages with their states. */
export async function listPagesOfSource(
  platform: Platform,
  sourceId: string,
  query: SourcePageListQuery,
): Promise<Page<SourcePage>> {
  return listPages(platform.database.sql, sourceId, query);
}
