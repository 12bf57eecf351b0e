import { batchRows, removalMs } from '../../../platform/delete-in-batches.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import { sweepEach } from '../../../platform/sweep-rows.ts';
import type { ThreadsPlatform } from '../../threads/index.ts';
import { type DetachedVisit, detachVisitors, detachVisits, findDeletedChats } from './detach-visits.sql.ts';
import { eraseAbandonedVisit } from './erase-abandoned-visits.ts';

/** The visits that are taken together: those without a conversation are deleted one by one before the time is looked at. */
const visitsTogether = 20;

/**
 * Takes the visits and visitors of a deleted interface from it, for some milliseconds, and deletes the visits that led to
 * no conversation: nobody can continue them. Returns whether it has found any.
 */
export async function detachForAWhile(platform: ThreadsPlatform, id: string, milliseconds: number): Promise<boolean> {
  const { database, stopping } = platform;
  const until = performance.now() + milliseconds;
  const isOver = (): boolean => stopping.aborted || performance.now() >= until;
  let hasFound = false;
  for (let visits = visitsTogether; visits > 0 && !isOver();) {
    const { count, abandoned } = await detachVisits(database.sql, id, visitsTogether);
    visits = count;
    hasFound ||= count > 0;
    await eraseAll(platform, abandoned);
  }
  for (let visitors = batchRows; visitors > 0 && !isOver();) {
    visitors = await database.transaction(async (tx) => detachVisitors(tx, id, batchRows));
    hasFound ||= visitors > 0;
  }
  return hasFound;
}

/** What can't be deleted is deleted by the sweep of abandoned visits, which finds it without an interface. */
async function eraseAll(platform: ThreadsPlatform, visits: readonly DetachedVisit[]): Promise<void> {
  await sweepEach(
    platform,
    visits,
    async (visit) => eraseAbandonedVisit(platform, visit.workspace_id, visit),
    'a visit could not be deleted; a sweep tries it again',
    isOutage,
  );
}

/** Continues where deletions of interfaces have ended: a while for each of them in turn, because one may take long. */
export async function sweepDeletedChats(platform: ThreadsPlatform, turnMs = removalMs.turn): Promise<void> {
  for (let isBusy = true; isBusy && !platform.stopping.aborted;) {
    isBusy = false;
    for (const id of await findDeletedChats(platform.database.sql)) {
      if (await detachForAWhile(platform, id, turnMs)) isBusy = true;
    }
  }
}
