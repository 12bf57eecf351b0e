import { NodeError } from '../../engine/node-error.ts';

/** What ends an attempt of a node: the run around it, the node's own timeout, or its own failure. */
export class AttemptBounds {
  /** Fires with the first of them. */
  readonly signal: AbortSignal;
  /** When the timeout fires, in milliseconds since the epoch; null for never. */
  readonly end: number | null;
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;

  /** The timeout counts from `begunAt`, in milliseconds since the epoch: an attempt may continue in another run. */
  constructor(around: AbortSignal, timeoutMs: number | undefined, begunAt: number) {
    this.signal = AbortSignal.any([around, this.#abort.signal]);
    this.end = timeoutMs === undefined ? null : begunAt + timeoutMs;
    if (this.end === null) return;
    const strike = () => {
      this.#abort.abort(new NodeError('node_timeout', `The node took longer than ${timeoutMs} ms.`));
    };
    const left = this.end - Date.now();
    if (left > 0) this.#timer = setTimeout(strike, left);
    else strike();
  }

  /** Stops the timer. */
  lift(): void {
    clearTimeout(this.#timer);
  }

  /** Stops anything that the attempt left running. */
  stop(): void {
    this.#abort.abort(new NodeError('node_execution_failed', 'The node that this one ran for has failed.'));
  }
}
