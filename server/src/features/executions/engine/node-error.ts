import type { FailedResponse, NodeRunError } from '@portico/shared-types';
import { shortenText } from '../../../platform/cut-text.ts';
import { toStorableText } from '../../../platform/storable-text.ts';

/** Characters; it is recorded, shown and sent several times. */
const maxMessage = 10_000;

interface NodeErrorOptions {
  retryable?: boolean | undefined;
  retryAfterMs?: number;
  cause?: unknown;
  response?: FailedResponse | undefined;
}

/**
 * Why a node's run failed: the public `error.code` and `error.message` (docs/reference/executions.md#errors-of-a-run).
 */
export class NodeError extends Error {
  override readonly name = 'NodeError';
  readonly code: string;
  /** False if running the node again can't help, so that no retries are made. */
  readonly retryable: boolean;
  /** Milliseconds before which another attempt is not wanted. */
  readonly retryAfterMs: number;
  /** What another server answered, if that is why. */
  readonly response: FailedResponse | undefined;

  constructor(code: string, message: string, options: NodeErrorOptions = {}) {
    // It may quote what the author's code or another server wrote.
    super(toStorableText(shortenText(message, maxMessage)), { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? true;
    this.retryAfterMs = options.retryAfterMs ?? 0;
    this.response = options.response;
  }

  /** The error as it is recorded, and as expressions read it. */
  describe(): NodeRunError {
    const { code, message, response } = this;
    return { code, message, ...(response && { response }) };
  }
}
