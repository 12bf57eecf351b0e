import { toStorableText } from '../../../platform/storable-text.ts';

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
    super(toStorableText(message), { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? true;
  }
}
