import { setTimeout as wait } from 'node:timers/promises';
import { readTime } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { type DeliveryPlace, eraseDeliveriesAfter, listWebhookIds } from './erase-deliveries.sql.ts';

const together = 500;
const pauseMs = 20;
/** The most by which the clocks of processes and of the database differ. */
const clocksMs = 86_400_000;

/**
 * Deletes a workspace's deliveries whose events are about these conversations, threads, executions or submissions;
 * returns their number. `times` are the creations of submissions, whose ids don't contain them: what is older than all of
 * these things is not read. Rejects when the server stops.
 */
export async function eraseDeliveries(
  platform: Platform,
  workspaceId: string,
  ids: readonly string[],
  times: ReadonlyMap<string, string> = new Map(),
): Promise<number> {
  const { sql } = platform.database;
  let deleted = 0;
  if (ids.length === 0) return deleted;
  const since = findBeginning(ids, times);
  for (const webhookId of await listWebhookIds(sql, workspaceId)) {
    let after: DeliveryPlace | undefined;
    do {
      const erased = await eraseDeliveriesAfter(sql, webhookId, { ids, after, since, limit: together });
      deleted += erased.deleted;
      after = erased.last;
      if (after !== undefined) await wait(pauseMs, undefined, { signal: platform.stopping });
    } while (after !== undefined);
  }
  return deleted;
}

/** A time before the creation of everything that is named; undefined if that of something is unknown. */
function findBeginning(ids: readonly string[], times: ReadonlyMap<string, string>): string | undefined {
  let first = Date.now();
  for (const id of ids) {
    const known = times.get(id);
    const time = known === undefined ? readTime(id) : Date.parse(known);
    if (time === undefined || time > Date.now() + clocksMs) return undefined;
    first = Math.min(first, time);
  }
  return new Date(first - clocksMs).toISOString();
}
