import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Readable } from 'node:stream';
import { Agent, buildConnector, type Dispatcher, request as undiciRequest } from 'undici';
import { shortenText } from '../cut-text.ts';
import type { AllowList } from './allow-list.ts';
import { createConnector } from './create-connector.ts';
import { OutboundError } from './outbound-error.ts';
import { parseUrl } from './parse-url.ts';
import { acceptedEncodings } from './read-body.ts';
import type { Lookup } from './resolve-host.ts';

const maxRedirects = 5;

// Headers that belong to the connection or to undici; values from a caller could smuggle requests or name another host.
const forbiddenHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
// Headers that a redirect to another origin may still receive: a key can be in any other header.
const harmlessHeaders = new Set(['accept', 'accept-encoding', 'accept-language', 'content-type', 'user-agent']);
/** Methods whose requests have the same effect if they arrive twice (RFC 9110 section 9.2.2). */
const idempotentMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE']);
const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);
const bodyHeaders = new Set(['content-type', 'content-encoding', 'content-language']);

/** The agents that open connections to checked addresses. */
export interface Agents {
  /** Keeps connections for two seconds. */
  readonly kept: Agent;
  /** Opens a connection for each request. */
  readonly fresh: Agent;
}

export function openAgents(options: {
  allow: AllowList;
  lookup: Lookup;
  connect: buildConnector.connector | undefined;
}): Agents {
  const connect = options.connect ?? buildConnector({ allowH2: false, timeout: 10_000 });
  const settings = {
    connect: createConnector(options.allow, options.lookup, connect),
    // The deadline of the exchange limits everything, so undici's own timeouts are disabled.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 2000,
  };
  return { kept: new Agent(settings), fresh: new Agent({ ...settings, pipelining: 0 }) };
}

export interface SendOptions {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  signal: AbortSignal;
  followRedirects: boolean;
  /** Repeats an idempotent request once whose connection was closed before the response. */
  repeat: boolean;
  /** Called when a connection is open and the request is about to be written, also for each redirect. */
  onStart?: (() => void) | undefined;
}

/** A response whose body is still to be read. */
export interface OpenResponse {
  status: number;
  /** Names in lower case; several headers with one name are joined by ", ". */
  headers: Record<string, string>;
  /** The address of the response after all redirects. */
  url: string;
  body: Readable;
}

/**
 * Sends a request and follows its redirects itself, checking each like the first address; 5 at most
 * (docs/reference/outbound.md#addresses).
 */
export async function sendRequest(agents: Agents, target: string | URL, options: SendOptions): Promise<OpenResponse> {
  let url = parseUrl(target);
  let { method, body } = options;
  let headers = cleanHeaders(options.headers);
  for (let redirects = 0; ; redirects += 1) {
    // undici checks the signal only once it is connected, so a slow look-up would outlast it.
    const answer = await untilAborted(
      requestOrRepeat(agents, url, { ...options, method, headers, body }),
      options.signal,
    );
    const { statusCode: status, headers: received } = answer;
    const location = received['location'];
    if (!options.followRedirects || ![301, 302, 303, 307, 308].includes(status) || typeof location !== 'string')
      return { status, headers: joinHeaders(received), url: url.href, body: answer.body };
    // Discards the small remainder of a body to reuse the connection; with a larger remainder, the connection is
    // closed.
    await answer.body.dump({ limit: 16_384, signal: options.signal });
    if (redirects === maxRedirects)
      throw new OutboundError('too_many_redirects', `The address redirects more than ${maxRedirects} times.`);
    const next = parseUrl(location, url);
    // Fetch standard, HTTP-redirect fetch: 303 becomes a GET, and so do 301 and 302 after POST for historical reasons.
    if ((status === 303 && method !== 'HEAD') || ((status === 301 || status === 302) && method === 'POST')) {
      method = 'GET';
      body = null;
      headers = omit(headers, (name) => bodyHeaders.has(name));
    }
    if (next.origin !== url.origin) headers = omit(headers, (name) => !harmlessHeaders.has(name));
    url = next;
  }
}

/**
 * Repeats an idempotent request once, on a new connection, if its own was closed before a response: a server may close a
 * kept connection at the moment in which it is used again. undici's retry interceptor would use another kept connection,
 * which may be closed as well, and resume bodies.
 */
async function requestOrRepeat(
  { kept, fresh }: Agents,
  url: URL,
  { method, headers, body, signal, repeat, onStart }: SendOptions,
): ReturnType<typeof undiciRequest> {
  const send = (agent: Agent) => {
    const dispatcher = onStart === undefined ? agent : agent.compose(reportStart(onStart));
    return undiciRequest(url, { dispatcher, method, headers, body, signal });
  };
  try {
    return await send(kept);
  } catch (error) {
    const isRepeatable = repeat && idempotentMethods.has(method.toUpperCase());
    if (!isRepeatable || !wasClosed(error) || signal.aborted) throw error;
    return send(fresh);
  }
}

function wasClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && closedCodes.has(String(error.code));
}

function reportStart(onStart: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        onStart();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...words) => handler.onRequestUpgrade?.(...words),
      onResponseStart: (...words) => handler.onResponseStart?.(...words),
      onResponseData: (...words) => handler.onResponseData?.(...words),
      onResponseEnd: (...words) => handler.onResponseEnd?.(...words),
      onResponseError: (...words) => handler.onResponseError?.(...words),
    });
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function cleanHeaders(headers: Record<string, string>): Record<string, string> {
  const lower = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      checkHeader(name.toLowerCase(), value);
      return [name.toLowerCase(), value];
    }),
  );
  return {
    'user-agent': 'Portico/1.0',
    accept: '*/*',
    'accept-encoding': acceptedEncodings,
    ...omit(lower, (name) => forbiddenHeaders.has(name)),
  };
}

/** undici doesn't say which header it refuses. */
function checkHeader(name: string, value: string): void {
  const shown = shortenText(name, 100);
  if (!isAccepted(() => validateHeaderName(name))) {
    const rule = 'a name has no spaces, colons or letters with accents';
    throw new OutboundError('invalid_request', `The header “${shown}” has a name that is not valid: ${rule}.`);
  }
  if (!isAccepted(() => validateHeaderValue(name, value))) {
    const rule = 'line breaks and characters beyond Latin-1 must be encoded';
    throw new OutboundError('invalid_request', `The header “${shown}” has a value that can’t be sent: ${rule}.`);
  }
}

function isAccepted(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

function omit(headers: Record<string, string>, unwanted: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !unwanted(name)));
}

function joinHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return Object.fromEntries(entries);
}
