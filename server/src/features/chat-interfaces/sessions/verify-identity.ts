import { createHmac, timingSafeEqual } from 'node:crypto';
import type { VisitorIdentity } from '@portico/shared-types';
import { ApiError } from '../../../platform/errors.ts';

/**
 * Checks the site's signature of a visitor: hex HMAC-SHA256 with the interface's identity secret, over `userId.exp`, or
 * in version 2 over a JSON array that also contains address and name. Throws 401 for a wrong or expired signature.
 */
export function verifyIdentity(secret: string, identity: VisitorIdentity): void {
  const { exp, signature } = identity;
  const expected = createHmac('sha256', secret).update(signedText(identity)).digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new ApiError('invalid_api_key', 'The signature of the identity is not valid.', {
      reason: 'identity_invalid',
    });
  }
  if (exp * 1000 > Date.now()) return;
  throw new ApiError('expired_api_key', 'The signature of the identity has expired.', { reason: 'identity_expired' });
}

function signedText({ userId, exp, email, name, signatureVersion }: VisitorIdentity): string {
  if (signatureVersion !== 2) return `${userId}.${exp}`;
  return JSON.stringify(['v2', userId, exp, email ?? null, name ?? null]);
}
