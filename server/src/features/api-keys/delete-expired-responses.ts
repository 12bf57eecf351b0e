import type { Platform } from '../../platform/platform.ts';

/** Deletes responses stored for `Idempotency-Key` after 24 hours (docs/reference/limits.md#idempotency). */
export async function deleteExpiredResponses(platform: Platform): Promise<void> {
  await platform.database.sql`DELETE FROM idempotent_requests WHERE created_at < now() - interval '24 hours'`;
}
