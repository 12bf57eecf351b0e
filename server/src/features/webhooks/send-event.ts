import { performance } from 'node:perf_hooks';
import { type Outbound, OutboundError } from '../../platform/outbound/index.ts';
import { toStorableText } from '../../platform/storable-text.ts';
import type { Attempt } from './settle.sql.ts';
import { signEvent } from './standard-webhooks.ts';

/** Milliseconds that a receiver has for its whole response (docs/reference/webhooks.md#request). */
const timeoutMs = 15_000;
/** Maximum stored bytes of the response body. */
const keptBytes = 20_000;

export interface OutgoingEvent {
  readonly id: string;
  readonly url: string;
  readonly secrets: readonly string[];
  readonly body: string;
}

/**
 * Sends an event once and returns the outcome; a redirect is treated like any other response. Only the status of a
 * response counts, even if its body is incomplete. Throws only the signal's reason.
 */
export async function sendEvent(outbound: Outbound, event: OutgoingEvent, signal: AbortSignal): Promise<Attempt> {
  const startedAt = new Date().toISOString();
  const start = performance.now();
  const elapsed = (): number => Math.round(performance.now() - start);
  try {
    const answer = await outbound.stream(event.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signEvent(event.secrets, event) },
      body: event.body,
      timeoutMs,
      maxBytes: keptBytes,
      truncate: true,
      followRedirects: false,
      signal,
    });
    const ms = elapsed();
    const { status, headers } = answer;
    const body = await readText(answer.body, signal);
    const error = describeStatus(status);
    return { startedAt, status, headers, body, ms, error };
  } catch (error) {
    signal.throwIfAborted();
    const message = error instanceof OutboundError ? error.message : 'The event could not be sent.';
    return { startedAt, status: null, headers: null, body: null, ms: elapsed(), error: message };
  }
}

function describeStatus(status: number): string | null {
  if (status >= 200 && status <= 299) return null;
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  return `The receiver answered ${status}.${isRedirect ? ' Redirects are not followed.' : ''}`;
}

/** The received part of the body, as text that Postgres can store. */
async function readText(body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of body) pieces.push(piece);
  } catch {
    signal.throwIfAborted();
  }
  return toStorableText(Buffer.concat(pieces).toString('utf8'));
}
