import { followEvents, type FollowOptions } from '@portico/browser-kit/events/follow-events';
import type { Api } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';

interface StreamListener extends Pick<FollowOptions, 'onEvent'>, Partial<Pick<FollowOptions, 'onState' | 'onEnd'>> {
  /** After a lost connection, the stream starts with new events instead of those that were missed. */
  readonly fromNow?: boolean;
  /** The last event that is known from elsewhere: the stream starts after it. */
  readonly after?: string;
}

/** After the session has ended, the member can sign in again over the screen; and a limit is over after a while. */
const passing: ReadonlySet<number> = new Set([401, 429]);

/**
 * Follows a stream of the API through lost connections, until it is stopped or its resource can't be read any longer.
 * Returns the function that stops it.
 */
export function followStream(
  api: Api,
  path: string,
  { onEvent, onState, onEnd, fromNow, after }: StreamListener,
): () => void {
  const following = followEvents({
    open: async (lastEventId, signal) =>
      api.open('GET', path, {
        accept: 'text/event-stream',
        lastEventId: fromNow === true ? undefined : (lastEventId ?? undefined),
        signal,
      }),
    judge: (error) => (error instanceof ApiError && !error.isTemporary && !passing.has(error.status) ? 'over' : null),
    onEnd: onEnd ?? (() => undefined),
    onState: onState ?? (() => undefined),
    lastEventId: after ?? null,
    onEvent,
  });
  const stopHurrying = api.onRestored(() => following.hurry());
  return () => {
    stopHurrying();
    following.stop();
  };
}
