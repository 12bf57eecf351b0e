import { createHmac } from 'node:crypto';

/**
 * A secret of an interface, derived from the server's own: it is not stored, so a copy of the database doesn't reveal
 * it. `purpose` and `version` make it different.
 */
export function deriveSecret(secretKey: string, purpose: 'identity' | 'domain', id: string, version = 1): string {
  return createHmac('sha256', secretKey).update(`chat-${purpose}:${id}:${version}`).digest('base64url');
}
