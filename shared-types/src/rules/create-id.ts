/** A random id of 128 bits in hexadecimal. getRandomValues, because randomUUID is missing on plain-http pages. */
export function createId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
