import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signed links are valid for 24 hours (docs/reference/files.md#signed-downloads). */
const signedUrlSeconds = 86_400;

/** The address of a signed download: `/files/{id}?expires=&signature=` (docs/reference/files.md#signed-downloads). */
export function signFileUrl(publicUrl: string, secretKey: string, fileId: string): string {
  const expires = Math.floor(Date.now() / 1000) + signedUrlSeconds;
  return `${publicUrl}/files/${fileId}?expires=${expires}&signature=${signatureOf(secretKey, fileId, expires)}`;
}

/** True if the signature is ours for exactly this file and time, and the time has not passed. */
export function isSignedFileUrl(secretKey: string, fileId: string, expires: string, signature: string): boolean {
  if (!/^[1-9]\d{0,11}$/.test(expires) || Number(expires) * 1000 < Date.now()) return false;
  const expected = Buffer.from(signatureOf(secretKey, fileId, Number(expires)));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(secretKey: string, fileId: string, expires: number): string {
  return createHmac('sha256', secretKey).update(`file:${fileId}:${expires}`).digest('base64url');
}
