import { setTimeout as wait } from 'node:timers/promises';
import type { Request } from 'express';
import { ApiError, invalid } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { currentRequestId } from '../request-context.ts';
import { seal, unseal } from '../seal.ts';
import { EventStream } from '../sse.ts';
import { type AccountCaller } from './caller.ts';
import { RawAnswer, type Surface } from './route.ts';
import { wrapError } from './surfaces.ts';

/** A status and a body, as they were or will be sent. */
export interface RememberedAnswer {
  readonly status: number;
  readonly body: object;
  readonly replayed?: boolean;
  /** Sent with the first response only. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface Attempt {
  readonly platform: Platform;
  readonly caller: AccountCaller;
  readonly request: Request;
  readonly hashBody: () => Buffer;
  /** The surface whose error format is stored. */
  readonly surface: Surface;
  /** Fires when the client disconnects or the server stops; a waiting duplicate then stops waiting. */
  readonly signalOf: () => AbortSignal;
}

/** A request that was accepted but never answered (its process died) is given up after this time. */
const abandonedSeconds = 120;
const pollMs = 50;

/**
 * Runs `work` once for each `Idempotency-Key` of a caller and path within 24 hours, and returns the first response
 * again afterwards; a duplicate sent in the meantime waits. 5xx responses and streams are not stored
 * (docs/reference/limits.md#idempotency).
 */
export async function rememberAnswer<S extends EventStream | RawAnswer>(
  attempt: Attempt,
  work: () => Promise<RememberedAnswer | S>,
): Promise<RememberedAnswer | S> {
  const key = attempt.request.headers['idempotency-key'];
  if (key === undefined) return work();
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw invalid({ path: 'headers.idempotency-key', message: 'must have 1 to 255 printable characters' });
  }
  const path = attempt.request.originalUrl.split('?')[0]?.replace(/^\/api/, '') ?? '';
  const entry = { holder: attempt.caller.holder, key, path, hash: attempt.hashBody() };
  const earlier = await claim(attempt, entry);
  if (earlier !== undefined) return earlier;
  const { sql } = attempt.platform.database;
  const forget = async (): Promise<void> => {
    await sql`DELETE FROM idempotent_requests
      WHERE api_key_id = ${entry.holder} AND path = ${path} AND key = ${key}`;
  };
  const keep = async ({ status, body }: RememberedAnswer): Promise<void> => {
    await sql`UPDATE idempotent_requests SET status = ${status}, answer = ${seal(attempt.platform.config.secretKey, JSON.stringify(body))}
      WHERE api_key_id = ${entry.holder} AND path = ${path} AND key = ${key}`;
  };
  try {
    const answer = await work();
    if (answer instanceof EventStream || answer instanceof RawAnswer) await forget();
    else await keep(answer);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) {
      // Sent from the stored copy, so that repeated responses are identical, including the time.
      const answer = { status: error.status, body: wrapError(attempt.surface, error, currentRequestId() ?? '') };
      await keep(answer);
      return answer;
    }
    await forget();
    throw error;
  }
}

interface Entry {
  /** A key, or a person in a workspace; the column got its name when there were only keys. */
  readonly holder: string;
  readonly key: string;
  readonly path: string;
  readonly hash: Buffer;
}

/**
 * Claims the key for this request (undefined), or returns the response of an earlier request, waiting for one that is
 * still running.
 */
async function claim({ platform, signalOf }: Attempt, entry: Entry): Promise<RememberedAnswer | undefined> {
  const { sql } = platform.database;
  const { holder, key, path, hash } = entry;
  const signal = signalOf();
  while (!signal.aborted) {
    const [taken] = await sql`
      INSERT INTO idempotent_requests (api_key_id, key, path, body_hash) VALUES (${holder}, ${key}, ${path}, ${hash})
      ON CONFLICT (api_key_id, path, key) DO UPDATE
        SET body_hash = EXCLUDED.body_hash, status = NULL, answer = NULL, created_at = now()
        WHERE idempotent_requests.created_at < now() - interval '24 hours'
          OR (idempotent_requests.status IS NULL
            AND idempotent_requests.created_at < now() - ${`${abandonedSeconds} seconds`}::interval)
      RETURNING 1`;
    if (taken !== undefined) return undefined;
    const [row] = await sql<{ body_hash: Buffer; status: number | null; answer: Buffer | null }[]>`
      SELECT body_hash, status, answer FROM idempotent_requests
      WHERE api_key_id = ${holder} AND path = ${path} AND key = ${key}`;
    if (row !== undefined) {
      if (!hash.equals(row.body_hash)) {
        throw invalid({ path: 'headers.idempotency-key', message: 'was used before with another body' });
      }
      if (row.status !== null && row.answer !== null) {
        const body = JSON.parse(unseal(platform.config.secretKey, row.answer)) as object;
        return { status: row.status, body, replayed: true };
      }
    }
    await wait(pollMs);
  }
  throw new ApiError('service_unavailable', 'The first request with this key is still running.', {}, { retryAfter: 2 });
}
