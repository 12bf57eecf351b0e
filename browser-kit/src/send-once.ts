import { createId } from '@portico/shared-types/rules/create-id';

/**
 * Sends a request with a key for its header `Idempotency-Key`; `request` is all that is sent. If a response gets lost,
 * nobody knows whether the request had an effect: the same request, sent again within some minutes, has the same key, so
 * that the server does it once. Only for requests that nobody repeats on purpose, such as those that create something.
 */
export type SendOnce = <Result>(request: string, send: (key: string) => Promise<Result>) => Promise<Result>;

/** A later request is a new one: somebody has seen by then what the first one did. */
const rememberedMs = 5 * 60_000;
/** Requests that nobody repeats are forgotten. */
const maxRemembered = 20;

/**
 * `statusOf` returns the status of the response that an error is, or 0. A 401, 408 or 429 comes before the request is
 * handled: it doesn't reveal what an earlier attempt did.
 */
export function createSendOnce(statusOf: (error: unknown) => number): SendOnce {
  const lost = new Map<string, { readonly key: string; readonly at: number }>();
  return async (request, send) => {
    const earlier = lost.get(request);
    lost.delete(request);
    const isRecent = earlier !== undefined && Date.now() - earlier.at < rememberedMs;
    const { key, at } = isRecent ? earlier : { key: createId(), at: Date.now() };
    try {
      return await send(key);
    } catch (error) {
      const status = statusOf(error);
      if (status < 400 || status >= 500 || [401, 408, 429].includes(status)) lost.set(request, { key, at });
      for (const [oldest] of lost) if (lost.size > maxRemembered) lost.delete(oldest);
      throw error;
    }
  };
}
