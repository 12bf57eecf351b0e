import { shortenText } from '../../../platform/cut-text.ts';
import { toStorableText } from '../../../platform/storable-text.ts';

/** Characters; it is recorded, shown and sent several times. */
const maxMessage = 10_000;

/**
 * Why a node's run failed: the public `error.code` and `error.message` (docs/reference/executions.md#errors-of-a-run).
 */
export class NodeError extends Error {
  override readonly name = 'NodeError';
  readonly code: string;
  /** False if running the node again can't help, so that no retries are made. */
  readonly retryable: boolean;

  constructor(code: string, message: string, options: { retryable?: boolean; cause?: unknown } = {}) {
    // It may quote what the author's code or another server wrote.
    super(toStorableText(shortenText(message, maxMessage)), { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? true;
  }
}
