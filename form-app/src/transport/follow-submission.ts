import { followEvents } from '@portico/browser-kit/events/follow-events';
import type { SubmissionEvent } from '@portico/shared-types/events';
import type { FormSubmission } from '@portico/shared-types/api/public-forms';
import { ApiError } from './api-error.ts';
import type { FormClient } from './form-client.ts';

export type Connection = 'live' | 'reconnecting' | 'polling';

export interface Follower {
  onEvent(event: SubmissionEvent): void;
  onConnection(connection: Connection): void;
  /** The stream is unavailable: the submission itself was read instead. */
  onSnapshot(submission: FormSubmission): void;
}

const failuresBeforePolling = 3;

/**
 * Follows a submission until it has ended or `signal` fires. A broken stream is resumed from the last event; while no
 * stream is available, the submission is polled. Rejects with the ApiError of a submission that can't be followed at
 * all.
 */
export function followSubmission(
  client: FormClient,
  id: string,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (signal.aborted) return Promise.resolve();
  const following = followEvents({
    open: (lastEventId, opening) => client.openEvents(id, lastEventId, opening),
    judge: (error) => (error instanceof ApiError && !error.isPassing ? 'over' : null),
    onEnd: reject,
    onState: (state) => {
      if (state === 'online') follower.onConnection('live');
      else follower.onConnection('reconnecting');
    },
    onFailure: async (failures) => {
      if (failures <= failuresBeforePolling) return;
      follower.onConnection('polling');
      if (await hasEnded(client, id, follower, signal)) end();
    },
    onEvent: ({ event, data }) => {
      const known = readEvent(event, data);
      if (known === null) return;
      follower.onEvent(known);
      if (known.event === 'submission:completed' || known.event === 'submission:failed') end();
    },
  });
  const end = () => {
    following.stop();
    resolve();
  };
  signal.addEventListener('abort', end);
  return promise.finally(() => {
    signal.removeEventListener('abort', end);
    following.stop();
  });
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

const knownEvents: ReadonlySet<string> = new Set<SubmissionEvent['event']>([
  'connected',
  'submission:processing',
  'submission:running',
  'output:delta',
  'output:restarted',
  'submission:completed',
  'submission:failed',
]);

/** Null for an unknown event: newer servers may send more. */
function readEvent(event: string, text: string): SubmissionEvent | null {
  if (!knownEvents.has(event)) return null;
  try {
    return { event, data: JSON.parse(text) as unknown } as SubmissionEvent;
  } catch {
    return null;
  }
}
