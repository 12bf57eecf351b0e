/**
 * A fresh session id of 128 random bits in hexadecimal (docs/reference/public-forms.md#uploads allows 16 to 128
 * characters).
 */
export function createSessionId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
