import { waitAfter } from '@portico/browser-kit/events/back-off';
import type { ChatError } from '../types.ts';

/** A request that failed; `code` is the server's error code, or `offline` if no response came. */
export class RequestError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(code: string, status: number, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.details = details;
  }

  /** Seconds until the next attempt, more than 0, if the server sent them. */
  get retryAfter(): number | null {
    return this.details.retryAfter ?? null;
  }
}

/** For a request that got no response from the server. */
export function failOffline(): never {
  throw new RequestError('offline', 0, '');
}

/** Seconds. Timers of browsers hold 2^31 ms; a longer one would run at once. */
const MAX_RETRY_AFTER = 2_000_000;

type ErrorDetails = Pick<ChatError, 'reason' | 'window' | 'retryAfter'>;

/** Converts any thrown value to an error that can be shown; an unexpected one reveals nothing about the code. */
export function toChatError(error: unknown): ChatError {
  if (!(error instanceof RequestError)) return { code: 'internal_error', message: '' };
  return { code: error.code, message: error.message, ...error.details };
}

/** True for an error whose reason is that the site's signature of the visitor's identity is wrong or has expired. */
export const isIdentityRefused = (error: ErrorDetails | null): boolean => !!error?.reason?.startsWith('identity');

/** Milliseconds until the next attempt: as long as the server asks for, else a pause that grows with the failures. */
export function pauseAfter(error: unknown, failures: number): number {
  const seconds = error instanceof RequestError && error.retryAfter;
  return seconds ? seconds * 1000 : waitAfter(failures);
}

/** Reads the error envelope (docs/reference/errors.md#error-envelope) of a rejected response. */
export async function readRequestError(response: Response): Promise<RequestError> {
  const body: unknown = await response.json().catch(() => null);
  return errorOfBody(body, response.status, response.headers.get('retry-after'));
}

interface Envelope {
  error?: {
    code?: string;
    message?: string;
    details?: { retry_after?: number; reason?: string; window?: string; fields?: { code?: string }[] };
  };
}

/** The same for a parsed body; `retryAfter` is the header. */
export function errorOfBody(body: unknown, status: number, retryAfter: string | null): RequestError {
  const { code, message = '', details } = ((body ?? {}) as Envelope).error ?? {};
  const seconds = Number(retryAfter ?? details?.retry_after ?? Number.NaN);
  const reason = details?.fields?.[0]?.code ?? details?.reason;
  const given: ErrorDetails = {};
  if (reason !== undefined) given.reason = reason;
  if (details?.window !== undefined) given.window = details.window;
  if (seconds > 0) given.retryAfter = Math.min(seconds, MAX_RETRY_AFTER);
  return new RequestError(code ?? codeOfStatus(status), status, message, given);
}

/**
 * The code of a response that isn't from the server, such as a proxy's page. A proxy responds with 502 to 504 while the
 * server is restarted: no response came from the server, so messages wait for its return.
 */
function codeOfStatus(status: number): string {
  if (status === 429) return 'rate_limit_exceeded';
  if (status >= 502 && status <= 504) return 'offline';
  return status >= 500 ? 'internal_error' : 'request_failed';
}
