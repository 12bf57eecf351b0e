import type { Platform } from '../../platform/platform.ts';
import { retryOutages } from '../../platform/retry-outages.ts';

/**
 * Lets the requests with an `Idempotency-Key` that a process before this one has not finished run again at once. Only
 * called by a process that is alone with the database.
 */
export async function releaseInterruptedRequests({ database, log }: Platform, startedAt: Date): Promise<void> {
  const release = async () => database.sql`
    DELETE FROM idempotent_requests WHERE status IS NULL AND created_at < ${startedAt.toISOString()}::timestamptz`;
  await retryOutages(release).catch((error: unknown) =>
    log.warn({ err: error }, 'interrupted requests with an Idempotency-Key are not released'),
  );
}
