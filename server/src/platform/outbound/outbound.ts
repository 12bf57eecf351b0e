import { lookup as dnsLookup } from 'node:dns/promises';
import type { buildConnector } from 'undici';
import { parseAllowList } from './allow-list.ts';
import { createFetch } from './create-fetch.ts';
import { parseUrl } from './parse-url.ts';
import { decodeBody, limitBody } from './read-body.ts';
import { checkLiteral, type Lookup } from './resolve-host.ts';
import { OutboundError } from './outbound-error.ts';
import type { Agents } from './send-request.ts';

/** A request and its bounds (docs/reference/outbound.md#bounds). */
export interface StreamOptions {
  /** Limit of the decoded body; 10 MiB by default. */
  maxBytes?: number | undefined;
  /** From DNS look-up to the body's last byte, including redirects; 30,000 by default. */
  timeoutMs?: number | undefined;
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | Uint8Array | null | undefined;
  signal?: AbortSignal | undefined;
  /** True by default; false returns a redirect as the response. */
  followRedirects?: boolean | undefined;
  /** Truncates a longer body at maxBytes instead of failing. */
  truncate?: boolean | undefined;
  /**
   * Repeats a request with an idempotent method once if its connection was closed before the response; true by default.
   */
  repeat?: boolean | undefined;
  /** Called when a connection is open and the request is about to be sent, also for each redirect. */
  onStart?: (() => void) | undefined;
}

export interface OutboundResponse<Body> {
  status: number;
  /** Names in lower case; several headers with one name are joined by ", ". */
  headers: Record<string, string>;
  /** The address of the response after all redirects. */
  url: string;
  body: Body;
}

/** The only client through which Portico requests an address from a user. */
export interface Outbound {
  /**
   * The whole response, regardless of its status. Throws an OutboundError, or the signal's own reason once it fires.
   */
  request(url: string | URL, options?: StreamOptions): Promise<OutboundResponse<Buffer>>;
  /** The same with a streamed body. It must be read to its end or left with `break`. */
  stream(url: string | URL, options?: StreamOptions): Promise<OutboundResponse<AsyncIterable<Uint8Array>>>;
  /**
   * Throws an OutboundError if every request to the address would be rejected: its host is an IP literal, in any
   * notation, that is neither public nor in OUTBOUND_ALLOW. A name is checked by its addresses with each request.
   */
  check(url: string | URL): void;
  /** The same as a `fetch`, for libraries that accept one. */
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

export interface OutboundOptions {
  /** OUTBOUND_ALLOW; throws an Error that names an invalid entry. */
  allow: string;
  /** How names are looked up. */
  lookup?: Lookup | undefined;
  /** How a connection to a checked address is made; `hostname` is that address. */
  connect?: buildConnector.connector | undefined;
}

const systemLookup: Lookup = (hostname) => dnsLookup(hostname, { all: true, verbatim: true });

/** Opens the outbound client; close() releases everything that it opened. */
export function createOutbound(options: OutboundOptions): Outbound {
  const allow = parseAllowList(options.allow);
  let agents: Agents | undefined;
  // undici takes 29 MB of memory, so it is loaded with the first request.
  const loadClient = async () => {
    const { openAgents, sendRequest } = await import('./send-request.ts');
    agents ??= openAgents({ allow, lookup: options.lookup ?? systemLookup, connect: options.connect });
    return { agents, sendRequest };
  };

  const stream: Outbound['stream'] = async (url, options = {}) => {
    const { maxBytes = 10 * 1024 * 1024, timeoutMs = 30_000, truncate = false } = options;
    options.signal?.throwIfAborted();
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
    const explain = (error: unknown) => {
      options.signal?.throwIfAborted();
      return deadline.aborted ? timedOut(error) : toOutboundError(error);
    };
    try {
      const { agents: opened, sendRequest } = await loadClient();
      const answer = await sendRequest(opened, url, {
        method: options.method ?? 'GET',
        headers: options.headers ?? {},
        body: options.body ?? null,
        signal,
        followRedirects: options.followRedirects ?? true,
        repeat: options.repeat ?? true,
        onStart: options.onStart,
      });
      const decoded = decodeBody(answer.body, answer.headers['content-encoding'], truncate);
      return { ...answer, body: explainErrors(limitBody(decoded, maxBytes, truncate), explain) };
    } catch (error) {
      throw explain(error);
    }
  };

  return {
    stream,
    request: async (url, options) => {
      const answer = await stream(url, options);
      return { ...answer, body: await collect(answer.body) };
    },
    check: (url) => checkLiteral(parseUrl(url), allow),
    fetch: createFetch(stream),
    close: async () => {
      await Promise.all([agents?.kept.destroy(), agents?.fresh.destroy()]);
    },
  };
}

async function* explainErrors<T>(items: AsyncIterable<T>, explain: (error: unknown) => Error): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    throw explain(error);
  }
}

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Converts errors of undici, the sockets and zlib to a code and a message without addresses. */
function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  const code = readCode(error);
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED')
    return new OutboundError('invalid_request', 'The request contains a method or a header that is not valid.', error);
  if (
    /^(?:HPE_|UND_ERR_(?:HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH|RESPONSE)|Z_|ERR_BROTLI|ERR__ERROR)/u.test(code)
  )
    return new OutboundError('bad_answer', 'The server sent an answer that could not be read.', error);
  if (/TIMEOUT/u.test(code)) return timedOut(error);
  return new OutboundError('connection_failed', 'The connection to the server of this address failed.', error);
}

/** The deadline of the whole exchange has passed. */
function timedOut(cause?: unknown): OutboundError {
  return new OutboundError('timeout', 'The server of this address did not answer in time.', cause);
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
