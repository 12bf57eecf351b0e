import { createHmac } from 'node:crypto';

/**
 * A secret of an interface, derived from the server's own: it is in no row, so that a copy of the database gives none
 * away. `purpose` and `version` make it another one.
 */
export function deriveSecret(secretKey: string, purpose: 'identity' | 'domain', id: string, version = 1): string {
  return createHmac('sha256', secretKey).update(`chat-${purpose}:${id}:${version}`).digest('base64url');
}
