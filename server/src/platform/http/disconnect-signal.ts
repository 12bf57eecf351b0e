import type { Response } from 'express';
import { onAbort } from '../on-abort.ts';

// Shared reasons: creating an exception with its stack for every request took longer than most requests.
const gone = new DOMException('The client is gone.', 'AbortError');
/** Why the server's own signal fires, too. */
export const stopReason = new DOMException('The server is stopping.', 'AbortError');

/** True for what is thrown because the client has disconnected: nobody waits for a response. */
export function isDisconnect(error: unknown): boolean {
  return reasonOf(error) === gone;
}

/** True for what is thrown because the server stops. */
export function isStop(error: unknown): boolean {
  return reasonOf(error) === stopReason;
}

/** Node's own functions, such as timers, throw an error whose cause is the signal's reason. */
function reasonOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error && error.code === 'ABORT_ERR' ? error.cause : error;
}

/**
 * A signal that fires when the client disconnects, the response is sent or the server stops. It is created on first
 * use: most responses need none.
 */
export function createDisconnectSignal(response: Response, stopping: AbortSignal): () => AbortSignal {
  let controller: AbortController | undefined;
  let isClosed = false;
  let forget: () => void = () => {};
  response.on('close', () => {
    isClosed = true;
    forget();
    controller?.abort(gone);
  });
  return () => {
    if (controller === undefined) {
      controller = new AbortController();
      const abort = (): void => controller?.abort(stopReason);
      if (isClosed) controller.abort(gone);
      else if (stopping.aborted) abort();
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
  const abort = (): void => controller.abort(stopReason);
  const forget = onAbort(stopping, abort);
  if (stopping.aborted) abort();
  return {
    signal: controller.signal,
    follow(signalOf) {
      const followed = signalOf();
      const abortToo = (): void => controller.abort(followed.reason);
      if (followed.aborted) abortToo();
      else onAbort(followed, abortToo);
    },
    end: forget,
  };
}
