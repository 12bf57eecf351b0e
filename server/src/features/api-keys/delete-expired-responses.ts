import type { Platform } from '../../platform/platform.ts';

/**
 * Removes the answers that were kept for `Idempotency-Key` and aren't any more, after 24 hours
 * (docs/reference/limits.md#idempotency).
 */
export async function deleteExpiredResponses(platform: Platform): Promise<void> {
  await platform.database.sql`DELETE FROM idempotent_requests WHERE created_at < now() - interval '24 hours'`;
}
