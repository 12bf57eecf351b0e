import type { Sql } from '../../platform/database.ts';
import { toLocalTime } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { findTimezone } from '../people/index.ts';
import { findPayer } from './credits.sql.ts';
import type { Payer } from './metered-call.ts';
import { addUsage, type UsageCounts, type UsageSubject } from './usage.sql.ts';

/**
 * Wraps a payer, or none, so that the cost of its calls is counted as usage: both or neither, because a call whose
 * payment fails is paid again when it is abandoned.
 */
export function countingUsage(platform: Platform, subject: UsageSubject, payer?: Payer): Payer {
  return {
    ...(payer?.reserve === undefined ? {} : { reserve: payer.reserve }),
    settle: async (key, spent, within) => {
      const settle = async (sql: Sql): Promise<void> => {
        await payer?.settle(key, spent, sql);
        // A call that didn't start has cost nothing and is not counted.
        if (spent.promptTokens + spent.completionTokens === 0) return;
        await count(sql, subject, { ...spent, requests: 1 });
      };
      await (within === undefined ? platform.database.transaction(settle) : settle(within));
    },
  };
}

/** Counts a finished reply, in the transaction that stores it. */
export async function countReply(
  tx: Sql,
  reply: { workspaceId: string; agentId: string; runId: string; model: string },
): Promise<void> {
  const interfaceId = (await findPayer(tx, reply.runId))?.interfaceId;
  await count(tx, { ...reply, interfaceId }, { replies: 1 });
}

async function count(sql: Sql, subject: UsageSubject, counts: UsageCounts): Promise<void> {
  const timezone = await findTimezone(sql, subject.workspaceId);
  await addUsage(sql, subject, daysFromUtc(new Date(), timezone), counts);
}

/** The date in a time zone compared with that of UTC: the same (0), the next (1), or the previous one (-1). */
function daysFromUtc(at: Date, timezone: string): -1 | 0 | 1 {
  const local = toLocalTime(at, timezone).slice(0, 10);
  const utc = at.toISOString().slice(0, 10);
  if (local === utc) return 0;
  return local > utc ? 1 : -1;
}
