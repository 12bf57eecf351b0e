import { setTimeout as wait } from 'node:timers/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { ApiError, invalid } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { currentRequestId } from '../request-context.ts';
import { retryOutages } from '../retry-outages.ts';
import { seal, tryUnseal } from '../seal.ts';
import { EventStream } from '../sse.ts';
import { type AccountCaller } from './caller.ts';
import { createLastingSignal } from './disconnect-signal.ts';
import { RawAnswer, type Surface } from './route.ts';
import { wrapError } from './surfaces.ts';

/** A status and a body, as they were or will be sent. */
export interface RememberedAnswer {
  readonly status: number;
  readonly body: object;
  readonly replayed?: boolean;
  /** Sent with the first response only. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

interface Attempt {
  readonly platform: Platform;
  readonly caller: AccountCaller;
  readonly request: Request;
  readonly hashBody: () => Buffer;
  /** The surface of the route, whose error format is stored. */
  readonly surface: Surface;
  /** Fires when the client disconnects or the server stops; a waiting duplicate then stops waiting. */
  readonly signalOf: () => AbortSignal;
}

/** A request whose claim was not renewed for this time is given up: its process died. */
const abandonedSeconds = 120;
const renewMs = 30_000;
const pollMs = 50;
const unreadable = "was used before, and the response can't be read, because SECRET_KEY has changed: use another key";
/** The effect is committed by then, and the client waits. */
const storeMs = 10_000;

/**
 * Runs `work` once for each `Idempotency-Key` of a caller and path within 24 hours, and returns the first response
 * again afterwards; a duplicate sent in the meantime waits. 5xx and 429 responses and streams are not stored
 * (docs/reference/limits.md#idempotency). With a key, the signal of `work` doesn't fire when the client disconnects: the
 * client gets the response with its next attempt.
 */
export async function rememberAnswer<S extends EventStream | RawAnswer>(
  attempt: Attempt,
  work: (signalOf: () => AbortSignal) => Promise<RememberedAnswer | S>,
): Promise<RememberedAnswer | S> {
  const { platform, surface, signalOf } = attempt;
  const key = readIdempotencyKey(attempt.request.headers);
  if (key === undefined) return work(signalOf);
  const path = pathOf(surface, attempt.request);
  const header = idempotencyHeader;
  const entry = { holder: attempt.caller.holder, header, key, path, hash: attempt.hashBody() };
  const claimed = await claim(platform, entry, signalOf());
  if (!(claimed instanceof Claim)) return claimed;
  const lasting = createLastingSignal(platform.stopping);
  let answer: RememberedAnswer | S | undefined;
  try {
    answer = await work(() => lasting.signal);
    if (answer instanceof EventStream || answer instanceof RawAnswer) {
      lasting.follow(signalOf);
      await claimed.release();
    } else {
      await claimed.complete(answer);
    }
    return answer;
  } catch (error) {
    // It has had its effect: the claim stays, so that a repetition doesn't do it again at once.
    if (answer !== undefined) throw error;
    // A limit refuses for a while, and nothing has been done.
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
      // Sent from the stored copy, so that repeated responses are identical, including the time.
      const answer = { status: error.status, body: wrapError(surface, error, currentRequestId() ?? '') };
      await claimed.complete(answer);
      return answer;
    }
    await claimed.release();
    throw error;
  } finally {
    lasting.end();
  }
}

export const idempotencyHeader = 'idempotency-key';

/** Throws 400 for a key that is too short or too long, or has other characters than printable ones of ASCII. */
export function readIdempotencyKey(headers: IncomingHttpHeaders, minLength = 1): string | undefined {
  const key = headers[idempotencyHeader];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && key.length >= minLength && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw invalid({
    path: `headers.${idempotencyHeader}`,
    message: `must have ${minLength} to 255 printable ASCII characters`,
  });
}

/**
 * Runs `work` once for a key within 24 hours, and returns its result again afterwards; a repetition that arrives in the
 * meantime waits, until `signal` fires. Only results are stored: after an error, the next request with the key runs.
 * Throws 400 if the key was used with another body.
 */
export async function runOnce<T extends object>(
  platform: Platform,
  entry: Entry,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const claimed = await claim(platform, entry, signal);
  if (!(claimed instanceof Claim)) return claimed.body as T;
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await claimed.release();
    throw error;
  }
  await claimed.complete({ status: 200, body: result });
  return result;
}

/**
 * The path as the route declares it, because Express also accepts capitals and a slash at the end. `/api/v1/x` and
 * `/v1/x` are one endpoint; only the older `POST /v1/agents` has a twin with other responses.
 */
function pathOf(surface: Surface, { route, params }: Request): string {
  const { path: declared } = route as { path: string };
  const path = declared.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  return surface === 'legacy' && path === '/v1/agents' ? `legacy:${path}` : path.replace(/^\/api/, '');
}

interface Entry {
  /** A key, a person in a workspace, or a trigger; the column got its name when there were only keys. */
  readonly holder: string;
  /** The header that has the key, for the error. */
  readonly header: string;
  readonly key: string;
  readonly path: string;
  readonly hash: Buffer;
}

/**
 * Claims the key for this request, or returns the response of an earlier request, waiting for one that is still
 * running. Throws the signal's reason once it fires.
 */
async function claim(platform: Platform, entry: Entry, signal: AbortSignal): Promise<Claim | RememberedAnswer> {
  const { sql } = platform.database;
  const { holder, header, key, path, hash } = entry;
  for (;;) {
    signal.throwIfAborted();
    const [taken] = await sql<{ since: string }[]>`
      INSERT INTO idempotent_requests (api_key_id, key, path, body_hash) VALUES (${holder}, ${key}, ${path}, ${hash})
      ON CONFLICT (api_key_id, path, key) DO UPDATE
        SET body_hash = EXCLUDED.body_hash, status = NULL, answer = NULL, created_at = now()
        WHERE idempotent_requests.created_at < now() - interval '24 hours'
          OR (idempotent_requests.status IS NULL
            AND idempotent_requests.created_at < now() - ${`${abandonedSeconds} seconds`}::interval)
      RETURNING created_at::text AS since`;
    if (taken !== undefined) return new Claim(platform, entry, taken.since);
    const [row] = await sql<{ body_hash: Buffer; status: number | null; answer: Buffer | null }[]>`
      SELECT body_hash, status, answer FROM idempotent_requests
      WHERE api_key_id = ${holder} AND path = ${path} AND key = ${key}`;
    if (row !== undefined) {
      if (!hash.equals(row.body_hash)) {
        throw invalid({ path: `headers.${header}`, message: 'was used before with another body: use another key' });
      }
      if (row.status !== null && row.answer !== null) {
        const answer = tryUnseal(platform.config.secretKey, row.answer);
        if (answer === undefined) throw invalid({ path: `headers.${header}`, message: unreadable });
        return { status: row.status, body: JSON.parse(answer) as object, replayed: true };
      }
    }
    await wait(pollMs);
  }
}

/**
 * A claimed key. It is renewed until the response is stored, so that other requests wait however long the work takes.
 * Once another request has taken it over, it changes nothing.
 */
class Claim {
  readonly #platform: Platform;
  readonly #entry: Entry;
  readonly #timer: NodeJS.Timeout;
  /** When it was claimed or last renewed, to the microsecond; every write contains it. */
  #since: string;
  #renewal: Promise<void> = Promise.resolve();

  constructor(platform: Platform, entry: Entry, since: string) {
    this.#platform = platform;
    this.#entry = entry;
    this.#since = since;
    this.#timer = setInterval(() => {
      this.#renewal = this.#renewal.then(async () => this.#renew());
    }, renewMs);
    this.#timer.unref();
  }

  /** Stores the response for 24 hours from the last renewal. */
  async complete({ status, body }: RememberedAnswer): Promise<void> {
    await this.#stopRenewing();
    const { database, config } = this.#platform;
    const answer = seal(config.secretKey, JSON.stringify(body));
    const store = async () => database.sql`
      UPDATE idempotent_requests SET status = ${status}, answer = ${answer} WHERE ${this.#isHeld()}`;
    await retryOutages(store, { timeoutMs: storeMs });
  }

  /** Lets the next request with the key run. */
  async release(): Promise<void> {
    await this.#stopRenewing();
    await this.#platform.database.sql`DELETE FROM idempotent_requests WHERE ${this.#isHeld()}`;
  }

  async #renew(): Promise<void> {
    const { database, log } = this.#platform;
    try {
      const [renewed] = await database.sql<{ since: string }[]>`
        UPDATE idempotent_requests SET created_at = now() WHERE ${this.#isHeld()} RETURNING created_at::text AS since`;
      this.#since = renewed?.since ?? this.#since;
    } catch (error) {
      log.warn({ err: error }, 'the claim of an Idempotency-Key was not renewed');
    }
  }

  async #stopRenewing(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal;
  }

  #isHeld() {
    const { holder, key, path } = this.#entry;
    return this.#platform.database.sql`
      api_key_id = ${holder} AND path = ${path} AND key = ${key} AND created_at::text = ${this.#since}`;
  }
}
