import type { IncomingMessage } from 'node:http';
import { finished, PassThrough, type Readable } from 'node:stream';

/**
 * The bytes of an object in a bucket, from the response to a GET. Nothing arrives on its socket while the reader rests,
 * such as a visitor with a slow connection; that must not count as a server that stalls, which the client breaks off
 * after `stallMs`. `describe` makes the error of a response that ends early.
 */
export function readObject(response: IncomingMessage, stallMs: number, describe: (error: Error) => Error): Readable {
  const bytes = new PassThrough();
  const { socket } = response;
  const resting = setInterval(() => {
    // This starts the client's own time again.
    if (bytes.writableNeedDrain) socket.setTimeout(stallMs);
  }, stallMs / 3).unref();
  finished(response, (error) => {
    clearInterval(resting);
    if (error != null) bytes.destroy(describe(error));
  });
  bytes.once('close', () => response.destroy());
  return response.pipe(bytes);
}
