import { createHmac } from 'node:crypto';

interface SiteUser {
  readonly userId: string;
  readonly email?: string;
  readonly name?: string;
}

/** The identity of a user as their site signs it with the secret of its chat; it is valid for ten minutes. */
export function signIdentity(secret: string, user: SiteUser, exp = Math.floor(Date.now() / 1000) + 600) {
  return { ...user, exp, signature: sign(secret, `${user.userId}.${exp}`) };
}

/** An identity in version 2, whose signature covers address and name. */
export function signWholeIdentity(secret: string, user: SiteUser) {
  const exp = Math.floor(Date.now() / 1000) + 600;
  const signed = JSON.stringify(['v2', user.userId, exp, user.email ?? null, user.name ?? null]);
  return { ...user, exp, signatureVersion: 2, signature: sign(secret, signed) };
}

const sign = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');
