export type ModelErrorCode = 'model_unreachable' | 'model_overloaded' | 'model_rejected' | 'model_bad_answer';

/**
 * Why a model gave no usable response. The message is safe to show to anyone: text from the model's server is only in
 * `cause`, for the log. Unreachable and overloaded are sent as 503, the others as 500
 * (docs/reference/threads.md#sending-a-message).
 */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  /** Seconds that the server asked to wait, if it did. */
  readonly retryAfter: number | null;

  constructor(code: ModelErrorCode, message: string, options: { cause?: unknown; retryAfter?: number | null } = {}) {
    super(message, { cause: options.cause });
    this.code = code;
    this.retryAfter = options.retryAfter ?? null;
  }

  /** Whether the same call may succeed later. */
  get retryable(): boolean {
    return this.code === 'model_unreachable' || this.code === 'model_overloaded';
  }
}
