export type OutboundErrorCode =
  | 'invalid_url'
  | 'invalid_request'
  | 'scheme_refused'
  | 'credentials_refused'
  | 'address_refused'
  | 'host_not_found'
  | 'connection_failed'
  | 'timeout'
  | 'too_large'
  | 'too_many_redirects'
  | 'bad_answer';

const passing: ReadonlySet<OutboundErrorCode> = new Set(['host_not_found', 'connection_failed', 'timeout']);

/** Why a request to a user's address failed. The message is safe to show: it contains no address. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }

  /** Whether the same request may succeed later. */
  get retryable(): boolean {
    return passing.has(this.code);
  }
}
