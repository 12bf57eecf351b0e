/** One fault of a request; a newer server may send a code that this page doesn't know. */
export interface FieldFault {
  path: string;
  message: string;
  code: string;
}

/** Details of an error: the reason, and the exceeded limit (a count, or bytes). */
export interface ErrorDetails {
  reason?: string;
  limit?: number;
}

/** A failed request. `code` is the server's, or `network_error` without a response. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: readonly FieldFault[];
  /** Seconds to wait before the next attempt, if the server sent them. */
  readonly retryAfter: number | null;
  readonly details: ErrorDetails;

  constructor(
    code: string,
    status: number,
    message: string,
    fields: readonly FieldFault[],
    retryAfter: number | null,
    details: ErrorDetails = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.details = details;
  }

  /** True if the same request may succeed later without a change by the visitor. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** The error for a request without a response. */
export function networkError(): ApiError {
  return new ApiError('network_error', 0, '', [], null);
}

/**
 * Reads the error envelope (docs/reference/errors.md#error-envelope); any other body, such as a proxy's page, still
 * gives an error.
 */
export function readApiError(status: number, body: string, retryAfterHeader: string | null): ApiError {
  const error = record(record(parseJson(body))['error']);
  const details = record(error['details']);
  const seconds = Number(retryAfterHeader ?? details['retry_after'] ?? Number.NaN);
  return new ApiError(
    typeof error['code'] === 'string' ? error['code'] : 'internal_error',
    status,
    typeof error['message'] === 'string' ? error['message'] : '',
    readFields(details['fields']),
    Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : null,
    readDetails(details),
  );
}

function readDetails({ reason, limit, limit_bytes: bytes }: Record<string, unknown>): ErrorDetails {
  const most = bytes ?? limit;
  return {
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof most === 'number' ? { limit: most } : {}),
  };
}

function readFields(value: unknown): FieldFault[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    const { path, message, code } = record(item);
    if (typeof path !== 'string' || typeof message !== 'string') return [];
    return [{ path, message, code: typeof code === 'string' ? code : 'invalid' }];
  });
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
