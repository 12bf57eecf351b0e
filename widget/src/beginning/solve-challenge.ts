/** A proof of work in the format of ALTCHA, version 2 (altcha.org), as created by the server. */
export interface Challenge {
  parameters: {
    algorithm: string;
    nonce: string;
    salt: string;
    /** Iterations of PBKDF2. */
    cost: number;
    /** Bytes. */
    keyLength: number;
    keyPrefix: string;
  };
  signature?: string;
}

/**
 * Tries counters until the derived key begins as the server requires, and returns the solution: base64 of `{challenge,
 * solution}`. Throws on a page without a secure context, where browsers offer no cryptography.
 */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters;
  const started = performance.now();
  const password = new Uint8Array([...fromHex(nonce), 0, 0, 0, 0]);
  const place = new DataView(password.buffer);
  const settings = { name: 'PBKDF2', hash: 'SHA-256', salt: fromHex(salt), iterations: cost };
  for (let counter = 0; ; counter += 1) {
    place.setUint32(password.length - 4, counter);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const derivedKey = toHex(await crypto.subtle.deriveBits(settings, key, keyLength * 8));
    if (!derivedKey.startsWith(keyPrefix)) continue;
    return btoa(
      JSON.stringify({ challenge, solution: { counter, derivedKey, time: Math.round(performance.now() - started) } }),
    );
  }
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
