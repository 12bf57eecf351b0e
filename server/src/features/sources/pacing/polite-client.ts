import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import { confirmStart, postponeHost, releaseConnection, takeConnection } from './hosts.sql.ts';

/**
 * Milliseconds between the starts of two requests: 200 is documented, plus a margin, because the time for connecting
 * must not bring two requests closer together.
 */
const minGapMs = 250;

/** Longer than any request lasts: a connection reserved by a process that died is free again afterwards. */
const holdMs = 45_000;

const pollMs = 50;

/** The clock may be changed, so it is checked more than once. */
const sliceMs = 20;

export interface PoliteResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if `wants` rejected the response by its headers. */
  readonly body: Buffer;
}

export interface PoliteRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  /** Truncates a longer body at `maxBytes` instead of failing. */
  readonly truncate?: boolean;
  /** Whether the body is worth reading. */
  readonly wants?: (head: { status: number; headers: Readonly<Record<string, string>> }) => boolean;
  readonly signal: AbortSignal;
}

/** Requests pages as a crawler that identifies itself and limits its rate; redirects are returned, not followed. */
export interface PoliteClient {
  /** Throws an OutboundError. */
  request(url: string, request: PoliteRequest): Promise<PoliteResponse>;
  /** Increases the delay between requests to an origin; milliseconds from start to start. */
  setDelay(origin: string, ms: number): void;
  /** Blocks all requests to the address's host for some time. */
  postpone(url: string, ms: number): Promise<void>;
}

const timeoutMs = 30_000;

/** `ownOrigin` gets the source's own headers; another scheme or port of its host doesn't. */
export function createPoliteClient(
  platform: Platform,
  {
    userAgent,
    ownOrigin,
    headers,
  }: { userAgent: string; ownOrigin: string; headers: Readonly<Record<string, string>> },
): PoliteClient {
  const delays = new Map<string, number>();
  return {
    setDelay(origin, ms) {
      delays.set(origin, ms);
    },
    postpone: async (url, ms) => postponeHost(platform.database.sql, new URL(url).host, Date.now() + ms),
    async request(url, { headers: more = {}, maxBytes, truncate = false, wants, signal }) {
      const { host, origin } = new URL(url);
      const own = origin === ownOrigin ? headers : {};
      const turn = await enterHost(platform, host, Math.max(minGapMs, delays.get(origin) ?? 0), signal);
      try {
        const response = await platform.outbound.stream(url, {
          headers: { ...own, ...more, 'user-agent': userAgent },
          followRedirects: false,
          maxBytes,
          truncate,
          timeoutMs,
          signal,
          // It would come sooner than the host allows.
          repeat: false,
          onStart: turn.start,
        });
        const pieces: Uint8Array[] = [];
        const isWanted = wants?.(response) ?? true;
        for await (const piece of response.body) {
          if (!isWanted) break;
          pieces.push(piece);
        }
        return { status: response.status, headers: response.headers, body: Buffer.concat(pieces) };
      } finally {
        await turn.end();
      }
    },
  };
}

/** Permission for one request to a host. */
interface Turn {
  /** Confirms that the request starts now. */
  readonly start: () => void;
  /** Releases the connection. */
  readonly end: () => Promise<void>;
}

/**
 * Waits for a turn to request a host and port, over all workspaces and processes. Throws the signal's reason.
 */
async function enterHost(
  platform: Pick<Platform, 'database'>,
  host: string,
  gapMs: number,
  signal: AbortSignal,
): Promise<Turn> {
  const { sql } = platform.database;
  for (;;) {
    signal.throwIfAborted();
    const taken = await takeConnection(sql, host, { now: Date.now(), holdMs, pollMs });
    if ('until' in taken) return openTurn(platform, host, gapMs, taken.until);
    await waitUntil(taken.retryAt, signal);
  }
}

function openTurn({ database: { sql } }: Pick<Platform, 'database'>, host: string, gapMs: number, until: number): Turn {
  let confirmed: Promise<void> | undefined;
  const confirm = async (): Promise<void> => (confirmed ??= confirmStart(sql, host, { until, now: Date.now(), gapMs }));
  return {
    start: () => {
      // Awaited by `end`, which every turn reaches.
      confirm().catch(() => undefined);
    },
    end: async () => {
      // A request that never started used this turn as well.
      await confirm();
      await releaseConnection(sql, host, until);
    },
  };
}

/** Also returns if the clock is set back meanwhile. */
async function waitUntil(at: number, signal: AbortSignal): Promise<void> {
  const longest = at - Date.now();
  for (let left = longest; left > 0 && left <= longest; left = at - Date.now()) {
    await sleep(Math.min(left, sliceMs), undefined, { signal });
  }
}
