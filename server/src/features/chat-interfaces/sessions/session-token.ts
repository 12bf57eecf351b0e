import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Creates a session's token, 256 random bits; only its hash is stored. */
export function createSessionToken(): { token: string; tokenHash: Buffer } {
  const token = `pst_${randomBytes(32).toString('base64url')}`;
  return { token, tokenHash: hashSessionToken(token) };
}

export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The token of `Authorization: Bearer` (docs/reference/public-chat.md#sessions). */
export function readSessionToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)\s*$/i.exec(authorization ?? '')?.[1];
}
