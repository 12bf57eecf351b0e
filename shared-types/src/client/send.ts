import { limitTime } from './limit-time.ts';
import { PorticoError } from './portico-error.ts';
import { requireHeader } from './require-header.ts';
import { requireTimeout } from './require-number.ts';
import { backOff, wait } from './wait.ts';
import { errorStatus } from '../error-status.ts';
import type { ErrorCode } from '../errors.ts';

/** The target of requests, and the retry policy. */
export interface Connection {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number | undefined;
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
  /** Maximum time of one attempt, until `read` has finished. */
  readonly timeoutMs?: number | undefined;
}

/** What every successful JSON response has; a list also has its pagination. */
export interface Envelope {
  readonly data: unknown;
  readonly pagination?: unknown;
}

/** A reply can take minutes if its agent uses tools. */
const defaultTimeoutMs = 600_000;
const firstRetryMs = 250;
const maxBackOffMs = 8_000;
/** A server that did not answer twice will hardly answer a third time, and its caller has waited twice as long as chosen. */
const maxTimeouts = 2;

/**
 * Sends a request and returns what `read` makes of the successful response. Requests that were rate-limited (429),
 * unavailable (503) or got no complete response are repeated after Retry-After, or a growing pause, if repeating them is
 * safe; those that got none in time only once.
 * @throws PorticoError the last one, or one whose Retry-After is longer than `maxRetryDelayMs`; TypeError for a
 * key that no header can contain, or a time limit that isn't one.
 */
export async function send<T>(
  connection: Connection,
  request: WireRequest,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  requireHeader('idempotencyKey', request.idempotencyKey);
  requireTimeout(request.timeoutMs);
  for (let tries = 0, timeouts = 0; ; tries += 1) {
    const answer = await attempt(connection, request, read);
    if (!(answer instanceof PorticoError)) return answer;
    if (answer.isTimeout) timeouts += 1;
    if (timeouts >= maxTimeouts) throw answer;
    const delayMs =
      answer.retryAfter === undefined ? backOff(tries, firstRetryMs, maxBackOffMs) : answer.retryAfter * 1_000;
    if (tries >= connection.maxRetries || delayMs > connection.maxRetryDelayMs || !mayRepeat(request, answer))
      throw answer;
    await wait(delayMs, request.signal);
  }
}

async function attempt<T>(
  { baseUrl, apiKey, fetch, timeoutMs: usualMs = defaultTimeoutMs }: Connection,
  request: WireRequest,
  read: (response: Response) => Promise<T>,
): Promise<T | PorticoError> {
  const { method, path, query, body, form, idempotencyKey, signal, timeoutMs = usualMs } = request;
  const headers: Record<string, string> = { Accept: 'application/json', ...request.headers };
  if (apiKey !== undefined) headers['X-API-Key'] = apiKey;
  if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const payload = form ?? (body === undefined ? null : JSON.stringify(body));
  try {
    const late = new AbortController();
    const either = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
    const exchange = async (): Promise<T | PorticoError> => {
      const init = { method, headers, body: payload, signal: either };
      const response = await fetch(baseUrl + path + writeQuery(query), init);
      if (response.ok) return read(response);
      const error = await readError(response);
      signal?.throwIfAborted();
      return error;
    };
    const message = `No complete answer came from ${baseUrl} within ${timeoutMs / 1_000} seconds (timeoutMs).`;
    return await limitTime(exchange(), late, timeoutMs, message);
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    if (cause instanceof PorticoError) return cause;
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

/**
 * The JSON of a successful response.
 * @throws PorticoError if it isn't Portico's, such as the page of a proxy or of another site.
 */
export async function readEnvelope(response: Response): Promise<Envelope> {
  const body = parseRecord(await response.text());
  if (body === undefined || !('data' in body)) throw notPorticos(response);
  return { data: body['data'], pagination: body['pagination'] };
}

/** The error of a successful response from something else than Portico. */
export function notPorticos({ status }: Response): PorticoError {
  const message = 'The response is not from Portico. Check the baseUrl.';
  return new PorticoError({ code: 'unknown_error', message, status });
}

/** Converts an unsuccessful response to an error. */
async function readError(response: Response): Promise<PorticoError> {
  const { status, headers } = response;
  const text = await response.text().catch(() => '');
  const envelope = parseRecord(text)?.['error'];
  const error = isRecord(envelope) ? envelope : undefined;
  const code = error?.['code'];
  const message = error?.['message'];
  const details = error?.['details'];
  return new PorticoError({
    code: isErrorCode(code) ? code : 'unknown_error',
    message: typeof message === 'string' ? message : `The server answered ${status}.`,
    status,
    details: isRecord(details) ? details : {},
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfter: readRetryAfter(headers.get('retry-after')),
  });
}

/**
 * Seconds until a retry may help: Portico sends a number, but proxies also send a date (RFC 9110 section 10.2.3). A date
 * that is past says nothing: the clock of one of the two may be wrong.
 */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value);
  // Without the check of its form, V8 would also read `-5` as a date.
  const seconds = value.endsWith(' GMT') ? (Date.parse(value) - Date.now()) / 1_000 : 0;
  return seconds > 0 ? seconds : undefined;
}

function parseRecord(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isRecord(body) ? body : undefined;
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
