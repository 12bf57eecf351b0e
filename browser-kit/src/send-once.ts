import { createId } from './create-id.ts';

/**
 * Sends a request with a key for its header `Idempotency-Key`; `request` is all that is sent. If a response gets lost,
 * nobody knows whether the request had an effect: the same request, sent again, has the same key, so that the server
 * does it once.
 */
export type SendOnce = <Result>(request: string, send: (key: string) => Promise<Result>) => Promise<Result>;

/** Requests that nobody repeats are forgotten. */
const most = 20;

/** `hasResponse` returns whether an error is the server's response, after which the request had no effect. */
export function createSendOnce(hasResponse: (error: unknown) => boolean): SendOnce {
  const lost = new Map<string, string>();
  return async (request, send) => {
    const key = lost.get(request) ?? createId();
    lost.delete(request);
    try {
      return await send(key);
    } catch (error) {
      if (!hasResponse(error)) lost.set(request, key);
      for (const [oldest] of lost) if (lost.size > most) lost.delete(oldest);
      throw error;
    }
  };
}
