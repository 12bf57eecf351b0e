import { joinTransaction } from '../../platform/join-transaction.ts';
import { type AppPlatform, compose } from '../compose.ts';

/**
 * Creates resources and records that in one transaction, so that a process that ends in between leaves neither. Of
 * several processes that start at the same time, each waits for the one before it, and then sees what that recorded.
 */
export async function createTogether<T>(platform: AppPlatform, work: (joined: AppPlatform) => Promise<T>): Promise<T> {
  const { database, storage } = platform;
  const afterwards: (() => Promise<void>)[] = [];
  const result = await database.transaction(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(hashtextextended('demo', 0))`;
    const joined = joinTransaction(platform, tx, { later: (one) => void afterwards.push(one), storage });
    return work(compose(joined).platform);
  });
  for (const one of afterwards) await one();
  return result;
}
