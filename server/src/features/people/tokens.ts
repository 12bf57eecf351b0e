import { createHash, randomBytes } from 'node:crypto';

/** Creates a secret of 256 random bits, in base64url: for session cookies, invitations and links. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a secret: with 256 random bits a plain SHA-256 can't be reversed. In hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
