import type { Response } from 'express';
import { onAbort } from '../on-abort.ts';

/** One reason for all: making an exception with its stack for every request that ends took longer than most of them. */
const gone = new DOMException('The client is gone or the server stops.', 'AbortError');

/**
 * A signal that fires when the client is gone, the answer is sent or the server stops. It is made when it is first
 * asked for: most responses need none.
 */
export function createDisconnectSignal(response: Response, stopping: AbortSignal): () => AbortSignal {
  let controller: AbortController | undefined;
  let isClosed = false;
  let forget: () => void = () => {};
  const abort = (): void => controller?.abort(gone);
  response.on('close', () => {
    isClosed = true;
    forget();
    abort();
  });
  return () => {
    if (controller === undefined) {
      controller = new AbortController();
      if (isClosed || stopping.aborted) abort();
      else forget = onAbort(stopping, abort);
    }
    return controller.signal;
  };
}
