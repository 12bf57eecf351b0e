import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Counts the requests in progress. The returned function waits until all of them have their responses, for at most
 * `timeoutMs`: otherwise, a server that stops would cut off uploads that are almost complete.
 */
export function trackRequests(server: Server): (timeoutMs: number) => Promise<void> {
  const active = new Set<ServerResponse>();
  let onIdle: (() => void) | undefined;
  server.on('request', (_request, response: ServerResponse) => {
    active.add(response);
    response.once('close', () => {
      active.delete(response);
      if (active.size === 0) onIdle?.();
    });
  });
  return async (timeoutMs) => {
    if (active.size === 0) return;
    const idle = new Promise<void>((resolve) => {
      onIdle = resolve;
    });
    const over = new AbortController();
    await Promise.race([idle, sleep(timeoutMs, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
  };
}
