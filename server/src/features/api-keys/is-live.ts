import type { ApiKeyRow } from './api-keys.sql.ts';

/** Whether a key is neither revoked nor expired. */
export function isLive({ revoked_at: revokedAt, expires_at: expiresAt }: ApiKeyRow): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > new Date().toISOString());
}
