import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/*
 * Standard Webhooks 1.0.0, symmetric signatures: `v1,` and the base64 HMAC-SHA256 over `id.timestamp.body`, one for each
 * secret, separated by spaces; a secret is `whsec_` and the base64 of its 24 to 64 bytes.
 */

const prefix = 'whsec_';
/** Maximum difference between the timestamp of an event and now, in seconds. */
const toleranceS = 300;

/** A new signing secret of 256 random bits. */
export function createSigningSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

/** The three headers of an event; `secrets` are the valid ones. */
export function signEvent(
  secrets: readonly string[],
  { id, body, at = new Date() }: { id: string; body: string; at?: Date },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${hash(secret, id, timestamp, body)}`).join(' '),
  };
}

/**
 * Whether the headers contain a valid signature of these bytes with this secret, with a timestamp within five minutes
 * of now.
 */
export function isSignedBy(secret: string, headers: IncomingHttpHeaders, body: Uint8Array): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceS) return false;
  const expected = Buffer.from(`v1,${hash(secret, id, timestamp, body)}`);
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function hash(secret: string, id: string, timestamp: string, body: string | Uint8Array): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
}
