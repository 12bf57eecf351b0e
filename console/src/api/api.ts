import { isPage } from '@portico/browser-kit/is-page';
import { createSendOnce } from '@portico/browser-kit/send-once';
import type { Pagination } from '@portico/shared-types/envelope';
import { ApiError, readError } from './api-error.ts';
import { createConnection } from './connection.ts';
import { takeEarlyResponse } from './early-response.ts';
import { createServerClock } from './server-clock.ts';

export type Query = Readonly<Record<string, string | number | boolean | undefined | null>>;

export interface Page<Item> {
  readonly data: Item[];
  readonly pagination: Pagination;
}

export interface RequestOptions {
  readonly query?: Query | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly form?: FormData;
  readonly signal?: AbortSignal | undefined;
  /** For a POST that nobody repeats on purpose: if its response gets lost, sending it again has no second effect. */
  readonly once?: boolean;
  /** Replaces application/json. */
  readonly accept?: string;
  /** A stream continues after this event. */
  readonly lastEventId?: string | undefined;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The public API, called with the session cookie. Every method throws an ApiError if the call fails. */
export interface Api {
  get<Data>(path: string, query?: Query, signal?: AbortSignal): Promise<Data>;
  /** A page of a list; the last one instead of a page past the end. */
  page<Item>(path: string, query?: Query, signal?: AbortSignal): Promise<Page<Item>>;
  send<Data>(method: Exclude<Method, 'GET'>, path: string, options?: RequestOptions): Promise<Data>;
  /** A response whose body is read by the caller: a stream of events, or a file. */
  open(method: Method, path: string, options?: RequestOptions): Promise<Response>;
  /**
   * Calls `listener` when the server has been away and is reached again, or the member has signed in again. Returns the
   * function that stops it.
   */
  onRestored(listener: () => void): () => void;
  /** The time by the server's clock, in milliseconds since 1970: that of the device may be wrong. */
  now(): number;
  /** The member has signed in again. */
  reportSignedIn(): void;
  /** Ends what is done while the server is away. */
  close(): void;
}

export interface ApiOptions {
  /** The workspace of the requests; null until it is known. */
  workspace(): string | null;
  /** Called if the session has ended on the server. */
  onSignedOut(): void;
  /** Called if the member may not do it, maybe no longer: the role was changed, or they have left the workspace. */
  onRefused?(): void;
}

/**
 * Milliseconds until a response must have begun, and from then on until it must be complete: a slow connection is not a
 * server that hangs. What can be sent again without a second effect waits less: a read, and what has a key. Other changes
 * may take long, such as deletions and what asks a model. A proxy ends both after about a minute, with a 504.
 */
const maxWaitMs = { repeatable: 60_000, other: 300_000, rest: 300_000 } as const;

export function createApi({ workspace, onSignedOut, onRefused }: ApiOptions): Api {
  const connection = createConnection(async (signal) => {
    const response = await fetch('/api/v1/auth/methods', { signal }).catch(() => null);
    return response !== null && !isGatewayError(await findError(response));
  });

  const clock = createServerClock();
  const sendOnce = createSendOnce((error) => (error instanceof ApiError ? error.status : 0));

  async function open(method: Method, path: string, options: RequestOptions = {}): Promise<Response> {
    const { query, body, once = false } = options;
    if (!once) return request(method, path, options);
    return sendOnce(JSON.stringify([workspace(), path, query, body]), async (key) =>
      request(method, path, options, key),
    );
  }

  async function request(method: Method, path: string, options: RequestOptions, key?: string): Promise<Response> {
    const { query, body, form, signal, accept = 'application/json', lastEventId } = options;
    // A person's changes are always sent, and nothing else while the server is away.
    if (method === 'GET' && connection.isAway()) throw unreachable();
    const headers: Record<string, string> = { Accept: accept };
    const workspaceId = workspace();
    if (workspaceId !== null) headers['X-Portico-Workspace'] = workspaceId;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (lastEventId !== undefined) headers['Last-Event-ID'] = lastEventId;
    if (key !== undefined) headers['Idempotency-Key'] = key;
    const early = method === 'GET' ? takeEarlyResponse(path, workspaceId) : undefined;
    // The page began the early one before its scripts.
    const sentAt = early === undefined ? Date.now() : performance.timeOrigin;
    const asked =
      early ??
      fetch(path + writeQuery(query), {
        method,
        headers,
        credentials: 'same-origin',
        body: form ?? (body === undefined ? null : JSON.stringify(body)),
        signal: signal ?? null,
      });
    const response = await asked.catch((error: unknown) => {
      if (signal?.aborted === true) throw error;
      connection.report(false);
      throw unreachable(error);
    });
    const error = await findError(response);
    connection.report(!isGatewayError(error));
    if (!isGatewayError(error)) clock.read(response, sentAt);
    if (error === null) return response;
    if (error.status === 401 && !path.startsWith('/api/v1/auth/')) onSignedOut();
    if (error.code === 'insufficient_scope' || hasLeft(path, error)) onRefused?.();
    throw error;
  }

  /** Sends a request and reads the whole response, which fails like that of a proxy if the server is too slow. */
  async function read<Body>(method: Method, path: string, options: RequestOptions = {}): Promise<Body> {
    const tooLong = new AbortController();
    const { signal = tooLong.signal, form, once = false } = options;
    const waitMs = maxWaitMs[method === 'GET' || once ? 'repeatable' : 'other'];
    const late = new Promise<never>((_, reject) => {
      tooLong.signal.addEventListener('abort', () => {
        connection.report(false);
        reject(new ApiError({ status: 504, code: 'unknown', message: 'The server took too long to respond.' }));
      });
    });
    // An upload takes as long as the connection needs for it.
    let timer = form === undefined ? setTimeout(() => tooLong.abort(), waitMs) : undefined;
    const readWhole = async (): Promise<Body> => {
      const response = await open(method, path, { ...options, signal: AbortSignal.any([signal, tooLong.signal]) });
      if (timer !== undefined) {
        clearTimeout(timer);
        timer = setTimeout(() => tooLong.abort(), maxWaitMs.rest);
      }
      const body: Body = await response.json();
      return body;
    };
    try {
      return await Promise.race([readWhole(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    get: async <Data>(path: string, query?: Query, signal?: AbortSignal) =>
      (await read<{ data: Data }>('GET', path, { query, signal })).data,
    page: async <Item>(path: string, query?: Query, signal?: AbortSignal) => {
      const readPage = async (asked?: Query) => read<Page<Item>>('GET', path, { query: asked, signal });
      const found = await readPage(query);
      const { page, total_pages: last } = found.pagination;
      // The last item of the page was deleted, or the address is an old one.
      return page > last && last > 0 ? readPage({ ...query, page: last }) : found;
    },
    send: async <Data>(method: Exclude<Method, 'GET'>, path: string, options?: RequestOptions) =>
      (await read<{ data: Data }>(method, path, options)).data,
    open,
    onRestored: (listener) => connection.onRestored(listener),
    now: () => clock.now(),
    reportSignedIn: () => connection.restore(),
    close: () => connection.stop(),
  };
}

function unreachable(cause?: unknown): ApiError {
  return new ApiError({ status: 0, code: 'unreachable', message: 'The server cannot be reached.' }, { cause });
}

async function findError(response: Response): Promise<ApiError | null> {
  if (isPage(response)) return unreachable();
  return response.ok ? null : readError(response);
}

/** The member no longer belongs to the workspace. What asks who the member is finds this out by itself. */
function hasLeft(path: string, { status, details }: ApiError): boolean {
  return status === 404 && details['resource'] === 'workspace' && path !== '/api/v1/me';
}

/** Something before the server sent this by itself; the server's own errors have its envelope. */
function isGatewayError(error: ApiError | null): boolean {
  if (error === null) return false;
  return error.status === 0 || ([502, 503, 504].includes(error.status) && error.code === 'unknown');
}

/** The query of an address, with `?`; values that are empty are left out. */
export function writeQuery(query: Query = {}): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}
