import type { PageQuery, SourceChange, SourceRun } from '@portico/shared-types';
import type { Transaction } from '../../../platform/database.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/http/route.ts';
import { createId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findTimezone } from '../../people/index.ts';
import { findNextRun } from '../schedule.ts';
import { lockSource, markSyncing } from '../sources.sql.ts';
import { closeRun } from './finish-run.ts';
import { findPreviousRun } from './old-runs.sql.ts';
import { crawlJob } from './runs.jobs.ts';
import {
  findRun,
  findRunningRun,
  findRunningRuns,
  insertRun,
  listChanges,
  listRuns,
  lockRuns,
  type RunOwner,
} from './runs.sql.ts';

/** Returns a page of a source's runs, newest first. */
export async function pageRuns(platform: Platform, sourceId: string, query: PageQuery): Promise<Page<SourceRun>> {
  return listRuns(platform.database.sql, sourceId, query);
}

/** Returns a page of a run's changes, in order. */
export async function pageChanges(platform: Platform, runId: string, query: PageQuery): Promise<Page<SourceChange>> {
  return listChanges(platform.database.sql, runId, query);
}

/** Starts a run of a source, or returns the one in progress. Throws 404. */
export async function startRun(
  platform: Platform,
  tx: Transaction,
  source: { id: string; workspace_id: string; refresh: string },
): Promise<SourceRun> {
  const { id: sourceId, workspace_id: workspaceId, refresh } = source;
  if (!(await lockSource(tx, workspaceId, sourceId))) throw notFound('source', sourceId);
  const id = createId('run');
  const run = await insertRun(tx, { id, workspaceId, sourceId });
  if (run === undefined) {
    const running = await findRunningRun(tx, sourceId);
    if (running === undefined) throw notFound('source', sourceId);
    return running;
  }
  const timezone = await findTimezone(tx, workspaceId);
  await markSyncing(tx, sourceId, findNextRun(refresh, timezone, new Date()));
  // An ended run has no more readers, and sends its end without its events. Those of earlier runs were removed before.
  const previous = await findPreviousRun(tx, sourceId);
  if (previous !== undefined) await platform.events.remove(tx, previous);
  await platform.queue.enqueue(tx, crawlJob, { run_id: id });
  return run;
}

/** Ends a run in progress; its results so far are kept. */
async function cancelRun(platform: Platform, run: Pick<SourceRun, 'id' | 'source_id'>): Promise<SourceRun | undefined> {
  return platform.database.transaction(async (tx) => closeRun(platform, tx, run, 'cancelled', null));
}

/** Ends the runs in progress before a source or a knowledge base is deleted. */
export async function cancelRuns(platform: Platform, owner: RunOwner): Promise<void> {
  for (const run of await findRunningRuns(platform.database.sql, owner)) await cancelRun(platform, run);
}

/**
 * Locks the runs until the transaction ends; returns a function that deletes their events. It is to be called once their
 * sources are locked, as a run that starts locks them: another order is a deadlock.
 */
export async function holdRuns(platform: Platform, tx: Transaction, owner: RunOwner): Promise<() => Promise<void>> {
  const ids = await lockRuns(tx, owner);
  return async () => {
    for (const id of ids) await platform.events.remove(tx, id);
  };
}

/** Cancels the run of a source in progress. Throws 400 if there is none. */
export async function cancelRunOf(platform: Platform, sourceId: string): Promise<SourceRun> {
  const running = await findRunningRun(platform.database.sql, sourceId);
  const run = running === undefined ? undefined : await cancelRun(platform, running);
  if (run === undefined) {
    const message = 'no run of the source is in progress';
    throw invalid({ path: 'params.source_id', message, code: 'not_in_this_state' });
  }
  return run;
}

/** A run of the source. Throws 404. */
export async function getRun(platform: Platform, sourceId: string, id: string): Promise<SourceRun> {
  const run = await findRun(platform.database.sql, sourceId, id);
  if (run === undefined) throw notFound('run', id);
  return run;
}
