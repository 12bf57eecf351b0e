import { NodeError } from '../../engine/node-error.ts';

/** What ends an attempt of a node: the run around it, the node's own time-out, and its own failure. */
export class AttemptBounds {
  /** Fires with whichever of them comes first. */
  readonly signal: AbortSignal;
  /** When the time-out strikes, in milliseconds since the epoch; null for never. */
  readonly end: number | null;
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout | undefined;

  /** The time-out counts from `begunAt`, in milliseconds since the epoch: an attempt may continue in another run. */
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

  /** Nothing is to be timed any more. */
  lift(): void {
    clearTimeout(this.#timer);
  }

  /** Stops anything that the attempt left running. */
  stop(): void {
    this.#abort.abort(new NodeError('node_execution_failed', 'The node that this one ran for has failed.'));
  }
}
