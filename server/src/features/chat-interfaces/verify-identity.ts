import { createHmac, timingSafeEqual } from 'node:crypto';
import type { VisitorIdentity } from '@portico/shared-types';
import { ApiError } from '../../platform/errors.ts';

/**
 * Checks that the site vouches for a visitor: hex HMAC-SHA256 of `userId.exp` under the interface's identity secret
 * (contract section 12). Throws 401 for another signature and for one that has expired.
 */
export function verifyIdentity(secret: string, { userId, exp, signature }: VisitorIdentity): void {
  const expected = createHmac('sha256', secret).update(`${userId}.${exp}`).digest();
  const given = Buffer.from(signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new ApiError('invalid_api_key', 'The signature of the identity is not valid.', {
      reason: 'identity_invalid',
    });
  }
  if (exp * 1000 > Date.now()) return;
  throw new ApiError('expired_api_key', 'The signature of the identity has expired.', { reason: 'identity_expired' });
}
