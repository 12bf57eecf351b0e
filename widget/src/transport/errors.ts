import type { ChatError } from '../types.ts';

/** A request that failed; `code` is the server's error code, or `offline` where no answer came. */
export class RequestError extends Error {
  readonly code: string;
  readonly status: number;
  /** Seconds, from Retry-After. */
  readonly retryAfter: number | null;

  constructor(code: string, status: number, message: string, retryAfter: number | null = null) {
    super(message);
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** Makes a thrown value presentable; an unknown one tells nothing of its inside. */
export function toChatError(error: unknown): ChatError {
  if (!(error instanceof RequestError)) return { code: 'internal_error', message: '' };
  const { code, message, retryAfter } = error;
  return retryAfter === null ? { code, message } : { code, message, retryAfter };
}

/** Reads the error envelope (spec section 7) of a refused response. */
export async function readRequestError(response: Response): Promise<RequestError> {
  const header = Number(response.headers.get('retry-after') ?? Number.NaN);
  const body: unknown = await response.json().catch(() => null);
  return errorOfBody(body, response.status, Number.isFinite(header) ? header : null);
}

/** The same for a body that was parsed already. */
export function errorOfBody(body: unknown, status: number, retryAfter: number | null): RequestError {
  const { error } = (body ?? {}) as { error?: { code?: string; message?: string; details?: { retry_after?: number } } };
  const code =
    error?.code ?? (status === 429 ? 'rate_limit_exceeded' : status >= 500 ? 'internal_error' : 'request_failed');
  return new RequestError(code, status, error?.message ?? '', retryAfter ?? error?.details?.retry_after ?? null);
}
