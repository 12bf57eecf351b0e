import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/*
 * Secrets that have to be read again (a webhook's signing secret, a response kept for Idempotency-Key) are stored
 * encrypted: AES-256-GCM under a key derived from SECRET_KEY, as nonce (12 bytes), tag (16 bytes), ciphertext. Secrets
 * that only have to be compared are stored as a hash instead.
 */

/** Encrypts text for the database. */
export function seal(secretKey: string, text: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secretKey), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Decrypts the output of `seal`; throws if SECRET_KEY differs or the bytes were changed. */
export function unseal(secretKey: string, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secretKey), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}

/** As `unseal`; undefined if the bytes were sealed under another SECRET_KEY. */
export function tryUnseal(secretKey: string, sealed: Buffer): string | undefined {
  try {
    return unseal(secretKey, sealed);
  } catch {
    return undefined;
  }
}

const keys = new Map<string, Buffer>();

function keyOf(secretKey: string): Buffer {
  let key = keys.get(secretKey);
  if (key === undefined) {
    key = Buffer.from(hkdfSync('sha256', secretKey, '', 'portico sealed values', 32));
    keys.set(secretKey, key);
  }
  return key;
}
