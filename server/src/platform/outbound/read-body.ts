import { PassThrough, pipeline, type Readable } from 'node:stream';
import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
  type Inflate,
} from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

type Decoder = BrotliDecompress | Gunzip | Inflate;

const decoders: Record<string, () => Decoder> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/** The encodings that decodeBody supports, for Accept-Encoding. */
export const acceptedEncodings = 'gzip, deflate, br';

/**
 * The body with its Content-Encoding decoded. An unknown or stacked encoding is an invalid response, unless the body is
 * `optional`, as where only the status counts.
 */
export function decodeBody(body: Readable, encoding: string | undefined, optional: boolean): Readable {
  const name = (encoding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  const decoder = Object.hasOwn(decoders, name) ? decoders[name]?.() : undefined;
  if (decoder) return decodeUnlessEmpty(body, decoder);
  if (optional) return body;
  body.on('error', () => {}).destroy();
  throw new OutboundError('bad_answer', 'The server’s response has an unknown encoding.');
}

/** To a decoder, an empty body is incomplete. The response to a HEAD request and a 204 name an encoding and have none. */
function decodeUnlessEmpty(body: Readable, decoder: Decoder): Readable {
  const decoded = new PassThrough();
  // The reader gets the error from the decoder; the callback only prevents an unhandled one.
  pipeline(body, decoder, () => {}).pipe(decoded);
  decoder.on('error', (error: NodeJS.ErrnoException) => {
    if (decoder.bytesWritten === 0 && error.code === 'Z_BUF_ERROR') decoded.end();
    else decoded.destroy(error);
  });
  return decoded.on('close', () => decoder.destroy());
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
