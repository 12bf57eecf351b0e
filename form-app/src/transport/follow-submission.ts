import type { SubmissionEvent } from '@portico/shared-types/events';
import type { FormSubmission } from '@portico/shared-types/api/public-forms';
import { ApiError } from './api-error.ts';
import type { FormClient } from './form-client.ts';
import { parseEvents } from './parse-events.ts';

export type Connection = 'live' | 'reconnecting' | 'polling';

export interface Follower {
  onEvent(event: SubmissionEvent): void;
  onConnection(connection: Connection): void;
  /** The stream can't be had: the resource itself was read instead. */
  onSnapshot(submission: FormSubmission): void;
}

/** Milliseconds without a byte after which the line counts as dead; the server sends a comment every 15 s. */
const silenceLimit = 40_000;
const failuresBeforePolling = 3;

/**
 * Follows a submission until it has ended or `signal` fires: a stream that breaks is resumed from the last event seen,
 * nothing is handed on twice, and where no stream can be had the submission is polled meanwhile.
 */
export async function followSubmission(
  client: FormClient,
  id: string,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> {
  let lastEventId: string | null = null;
  let failures = 0;

  while (!signal.aborted) {
    const line = watchLine(signal);
    try {
      const bytes = await client.openEvents(id, lastEventId, line.signal);
      follower.onConnection('live');
      for await (const event of parseEvents(bytes, line.touch)) {
        failures = 0;
        if (event.id !== null && !isNewer(event.id, lastEventId)) continue;
        lastEventId = event.id ?? lastEventId;
        const known = readEvent(event.name, event.data);
        if (known === null) continue;
        follower.onEvent(known);
        if (known.event === 'submission:completed' || known.event === 'submission:failed') return;
      }
    } catch (error) {
      if (error instanceof ApiError && !error.isPassing) throw error;
    } finally {
      line.stop();
    }
    if (signal.aborted) return;
    failures += 1;
    follower.onConnection(failures > failuresBeforePolling ? 'polling' : 'reconnecting');
    if (failures > failuresBeforePolling && (await hasEnded(client, id, follower, signal))) return;
    await waitForRetry(failures, signal);
  }
}

async function hasEnded(client: FormClient, id: string, follower: Follower, signal: AbortSignal): Promise<boolean> {
  try {
    const submission = await client.readSubmission(id, signal);
    follower.onSnapshot(submission);
    return submission.executionStatus === 'completed' || submission.executionStatus === 'failed';
  } catch {
    return false;
  }
}

/** Ids number the events of a submission; ids that aren't numbers can only be told apart. */
function isNewer(id: string, last: string | null): boolean {
  if (last === null) return true;
  const [next, previous] = [Number(id), Number(last)];
  return Number.isNaN(next) || Number.isNaN(previous) ? id !== last : next > previous;
}

const knownEvents: ReadonlySet<string> = new Set<SubmissionEvent['event']>([
  'connected',
  'submission:processing',
  'submission:running',
  'output:delta',
  'output:restarted',
  'submission:completed',
  'submission:failed',
]);

/** Null for an event that this page doesn't know: newer servers may send more. */
function readEvent(event: string, text: string): SubmissionEvent | null {
  if (!knownEvents.has(event)) return null;
  try {
    return { event, data: JSON.parse(text) as unknown } as SubmissionEvent;
  } catch {
    return null;
  }
}

interface Line {
  signal: AbortSignal;
  touch(): void;
  stop(): void;
}

/** Aborts a line that has gone silent. A laptop's sleep stops timers too, so waking up looks at the clock again. */
function watchLine(outer: AbortSignal): Line {
  const abort = new AbortController();
  let lastByte = Date.now();
  const check = () => {
    if (Date.now() - lastByte > silenceLimit) abort.abort();
  };
  const timer = setInterval(check, 5000);
  const events = new AbortController();
  document.addEventListener('visibilitychange', check, { signal: events.signal });
  addEventListener('online', check, { signal: events.signal });
  return {
    signal: AbortSignal.any([outer, abort.signal]),
    touch: () => {
      lastByte = Date.now();
    },
    stop: () => {
      clearInterval(timer);
      events.abort();
    },
  };
}

/** Half a second, doubled up to eight, give or take a quarter; coming back online or into view ends the wait. */
async function waitForRetry(failures: number, signal: AbortSignal): Promise<void> {
  const delay = Math.min(8000, 250 * 2 ** failures) * (0.75 + Math.random() / 2);
  const { promise, resolve } = Promise.withResolvers<void>();
  const events = new AbortController();
  const options = { signal: events.signal };
  const timer = setTimeout(resolve, delay);
  const wake = () => {
    if (document.visibilityState === 'visible') resolve();
  };
  addEventListener('online', wake, options);
  document.addEventListener('visibilitychange', wake, options);
  signal.addEventListener('abort', () => resolve(), options);
  await promise;
  clearTimeout(timer);
  events.abort();
}
