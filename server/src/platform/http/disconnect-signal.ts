import type { Response } from 'express';
import { onAbort } from '../on-abort.ts';

/** One shared reason: creating an exception with its stack for every request took longer than most requests. */
const gone = new DOMException('The client is gone or the server stops.', 'AbortError');

/**
 * A signal that fires when the client disconnects, the response is sent or the server stops. It is created on first
 * use: most responses need none.
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

/** The signal of work that continues after a disconnect. */
interface LastingSignal {
  readonly signal: AbortSignal;
  /** From now on, the signal also fires when the client disconnects. */
  follow(signalOf: () => AbortSignal): void;
  /** Must be called once the work has ended. */
  end(): void;
}

/** Creates a signal that fires when the server stops, whether or not the client stays connected. */
export function createLastingSignal(stopping: AbortSignal): LastingSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort(gone);
  const forget = onAbort(stopping, abort);
  if (stopping.aborted) abort();
  return {
    signal: controller.signal,
    follow(signalOf) {
      const disconnected = signalOf();
      if (disconnected.aborted) abort();
      else onAbort(disconnected, abort);
    },
    end: forget,
  };
}
