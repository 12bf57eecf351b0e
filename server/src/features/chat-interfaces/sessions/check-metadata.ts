import { invalid } from '../../../platform/errors.ts';

/** Maximum UTF-8 bytes of a session's metadata as JSON. */
const maxBytes = 16_384;

/** Throws a 400 if a session's metadata, whole, would be too long. */
export function checkMetadata(metadata: Readonly<Record<string, unknown>>): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) <= maxBytes) return;
  throw invalid({ path: 'body.metadata', message: `would be more than ${maxBytes} bytes`, code: 'too_long' });
}
