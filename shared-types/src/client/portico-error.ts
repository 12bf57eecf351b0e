import type { ErrorCode, FieldError } from '../errors.ts';

/** `connection_failed`: no response. `unknown_error`: a response that isn't Portico's, such as a proxy's. */
export type PorticoErrorCode = ErrorCode | 'connection_failed' | 'unknown_error';

interface Parts {
  readonly code: PorticoErrorCode;
  readonly message: string;
  readonly status: number;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** An error response, or none (docs/reference/errors.md#error-envelope). */
export class PorticoError extends Error {
  override readonly name = 'PorticoError';
  readonly code: PorticoErrorCode;
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** Details of the code: `fields` of a validation_error, `missing` of an insufficient_scope. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The id under which the server's logs have the details. */
  readonly requestId: string | undefined;
  /** Seconds after which a retry may help. */
  readonly retryAfter: number | undefined;

  constructor({ code, message, status, details = {}, requestId, retryAfter, cause }: Parts) {
    super(message, { cause });
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }

  /** Every invalid field of a validation_error; empty for other errors. */
  get fields(): readonly FieldError[] {
    const { fields } = this.details;
    return Array.isArray(fields) ? (fields as FieldError[]) : [];
  }

  /** True if the same request may succeed a little later. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status === 502 || this.status >= 503;
  }

  /** True if `timeoutMs` ended the request, or a limit of `fetch` itself: in Node.js, that of undici is five minutes. */
  get isTimeout(): boolean {
    const { cause } = this;
    if (!(cause instanceof Error)) return false;
    return cause.name === 'TimeoutError' || /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/.test(codeOf(cause.cause));
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
