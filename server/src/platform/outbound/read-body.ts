import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

const decoders: Record<string, () => Transform> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/** The encodings that decodeBody supports, for Accept-Encoding. */
export const acceptedEncodings = 'gzip, deflate, br';

/** The body with its Content-Encoding decoded. An unknown or stacked encoding is an invalid response. */
export function decodeBody(body: Readable, encoding: string | undefined): Readable {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  const decoder = Object.hasOwn(decoders, name) ? decoders[name]?.() : undefined;
  if (!decoder) {
    body.on('error', () => {}).destroy();
    throw new OutboundError('bad_answer', 'The server’s response has an unknown encoding.');
  }
  // The reader gets the error from the decoder; the callback only prevents an unhandled one.
  return pipeline(body, decoder, () => {});
}

/**
 * Passes a body on until it is longer than `maxBytes`, counted after decoding, so that a small response can't expand.
 * Then it throws too_large, or just ends if it is to be truncated.
 */
export async function* limitBody(body: Readable, maxBytes: number, truncate: boolean): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    for await (const chunk of body) {
      const bytes = chunk as Buffer;
      length += bytes.length;
      if (length > maxBytes) {
        if (!truncate) throw new OutboundError('too_large', `The answer is longer than ${maxBytes} bytes.`);
        const kept = bytes.subarray(0, bytes.length - (length - maxBytes));
        if (kept.length > 0) yield kept;
        return;
      }
      yield bytes;
    }
  } finally {
    // A body that is abandoned early reports an error that nobody needs.
    body.on('error', () => {}).destroy();
  }
}
