import { PorticoError } from './portico-error.ts';
import { backOff, wait } from './wait.ts';
import { errorStatus, type ErrorCode } from '../errors.ts';

/** The target of requests, and the retry policy. */
export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly fetch: typeof fetch;
  readonly maxRetries: number;
  readonly maxRetryDelayMs: number;
  readonly reconnectMs: number | undefined;
  readonly maxReconnects: number;
}

export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly form?: FormData | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const firstRetryMs = 250;
const maxBackOffMs = 8_000;

/**
 * Sends a request and returns the successful response. Requests that were rate-limited (429), unavailable (503) or got
 * no response are repeated after Retry-After, or a growing pause, if repeating them is safe.
 * @throws PorticoError the last one, or one whose Retry-After is longer than `maxRetryDelayMs`.
 */
export async function send(connection: Connection, request: WireRequest): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const answer = await attempt(connection, request);
    if (answer instanceof Response) return answer;
    const delayMs =
      answer.retryAfter === undefined ? backOff(tries, firstRetryMs, maxBackOffMs) : answer.retryAfter * 1_000;
    if (tries >= connection.maxRetries || delayMs > connection.maxRetryDelayMs || !mayRepeat(request, answer))
      throw answer;
    await wait(delayMs, request.signal);
  }
}

async function attempt({ baseUrl, apiKey, fetch }: Connection, request: WireRequest): Promise<Response | PorticoError> {
  const { method, path, query, body, form, idempotencyKey, signal } = request;
  const headers: Record<string, string> = { Accept: 'application/json', ...request.headers };
  if (apiKey !== undefined) headers['X-API-Key'] = apiKey;
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const payload = form ?? (body === undefined ? null : JSON.stringify(body));
  try {
    const init = { method, headers, body: payload, ...(signal === undefined ? {} : { signal }) };
    const response = await fetch(baseUrl + path + writeQuery(query), init);
    return response.ok ? response : await readError(response);
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    const message = `No answer came from ${baseUrl}.`;
    return new PorticoError({ code: 'connection_failed', message, status: 0, cause });
  }
}

/**
 * A rejected request (429) had no effect; others may have, unless their method or their key makes them safe to repeat.
 */
function mayRepeat({ method, idempotencyKey }: WireRequest, error: PorticoError): boolean {
  return error.status === 429 || (error.isTemporary && (method !== 'POST' || idempotencyKey !== undefined));
}

/** A value as encoded in a query or a form. */
export function writeText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function writeQuery(query: WireRequest['query']): string {
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, writeText(value)] as [string, string]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

/** Converts an unsuccessful response to an error. */
async function readError(response: Response): Promise<PorticoError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  const error = findError(text);
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const code = error?.['code'];
  const message = error?.['message'];
  const details = error?.['details'];
  return new PorticoError({
    code: isErrorCode(code) ? code : 'unknown_error',
    message: typeof message === 'string' ? message : `The server answered ${status}.`,
    status,
    details: isRecord(details) ? details : {},
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}

function findError(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    const error = isRecord(body) ? body['error'] : undefined;
    return isRecord(error) ? error : undefined;
  } catch {
    return undefined;
  }
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorStatus, code);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
