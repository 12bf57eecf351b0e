import { timeouts } from '../../scripts/tests/timeouts.ts';

/** The target of requests, and their key. */
export interface Endpoint {
  readonly url: string;
  readonly apiKey: string;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  // Tests look into bodies of every shape; the server checks them against their schemas.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export interface TestRequest {
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Record<string, string>;
  /** A key other than the server's; null sends none. */
  readonly key?: string | null;
}

/** Sends one request to the server under test, with its key, and parses the JSON response. */
export async function call(
  server: Endpoint,
  method: string,
  path: string,
  request: TestRequest = {},
): Promise<TestAnswer> {
  const key = request.key === undefined ? server.apiKey : request.key;
  const payload = request.form ?? (request.body === undefined ? null : JSON.stringify(request.body));
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(key === null ? {} : { 'X-API-Key': key }),
      ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...request.headers,
    },
    body: payload,
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

export interface ReceivedEvent {
  readonly id: number | undefined;
  readonly event: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
}

/** Opens an event stream and reads it until it ends or `until` returns true. */
export async function readEvents(
  server: Endpoint,
  path: string,
  options: {
    method?: string;
    body?: unknown;
    headers?: Record<string, string>;
    key?: string | null;
    until?: (event: ReceivedEvent) => boolean;
    signal?: AbortSignal;
  } = {},
): Promise<ReceivedEvent[]> {
  const stop = new AbortController();
  const key = options.key === undefined ? server.apiKey : options.key;
  const response = await fetch(server.url + path, {
    method: options.method ?? 'GET',
    headers: {
      Accept: 'text/event-stream',
      ...(key === null ? {} : { 'X-API-Key': key }),
      ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
    },
    body: options.body === undefined ? null : JSON.stringify(options.body),
    signal: options.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, options.signal]),
  });
  if (response.status !== 200 || response.body === null) {
    throw new Error(`the stream responded with ${response.status}: ${await response.text()}`);
  }
  const events: ReceivedEvent[] = [];
  let rest = '';
  try {
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      rest += piece;
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event === undefined) continue;
        events.push(event);
        if (options.until?.(event) === true) return events;
      }
    }
    return events;
  } finally {
    stop.abort();
  }
}

/** Follows an event stream from now on: resolves once it is connected, with the later events. */
export async function followFromNow(
  server: Endpoint,
  path: string,
  options: Parameters<typeof readEvents>[2] = {},
): Promise<{ events: Promise<ReceivedEvent[]> }> {
  const { promise: connected, resolve } = Promise.withResolvers<void>();
  const until = (event: ReceivedEvent): boolean => {
    resolve();
    return options.until?.(event) === true;
  };
  const events = readEvents(server, path, { ...options, until });
  await Promise.race([connected, events]);
  return { events };
}

function parseBlock(block: string): ReceivedEvent | undefined {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith(':'))
      .map((line) => {
        const at = line.indexOf(': ');
        return [line.slice(0, at), line.slice(at + 2)] as const;
      }),
  );
  const event = fields.get('event');
  if (event === undefined) return undefined;
  const id = fields.get('id');
  return { id: id === undefined ? undefined : Number(id), event, data: JSON.parse(fields.get('data') ?? 'null') };
}

/**
 * Repeats `check` until it returns a value; fails after `timeoutMs`. Unless `pauseMs` is given, the pauses grow from 50 to
 * 250 ms, an eighth of the time that it has waited: short ones would keep the server busy with questions.
 */
export async function eventually<T>(
  check: () => Promise<T | undefined>,
  timeoutMs = timeouts.expect.poll.timeout,
  pauseMs?: number,
): Promise<T> {
  // Not Date, whose time tests move.
  const began = performance.now();
  for (;;) {
    const value = await check();
    if (value !== undefined) return value;
    const waited = performance.now() - began;
    if (waited > timeoutMs) throw new Error(`no result within ${timeoutMs} ms`);
    const growing = Math.min(Math.max(waited / 8, 50), 250);
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs ?? growing);
    });
  }
}
