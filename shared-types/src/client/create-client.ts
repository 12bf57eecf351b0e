import { callers } from './bind-operation.ts';
import type { Client } from './client.ts';
import { operations } from './operations.ts';
import { requireHeader } from './require-header.ts';
import { requireNumber, requireTimeout } from './require-number.ts';
import type { Connection } from './send.ts';
import { requireAddress } from '../rules/require-address.ts';

/** The client's server, and its retry policy. */
export interface ClientOptions {
  /** The server's address, like `https://portico.example.com`; on a page of the server itself, it may be empty. */
  readonly baseUrl: string;
  /** Not needed for public operations: `client.forms`. */
  readonly apiKey?: string | undefined;
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch | undefined;
  /**
   * Maximum time of one attempt of a call, until its response is complete: 600,000 ms by default. For an upload or a
   * download there is none by default. A call can have its own. An attempt that exceeds it is repeated only once.
   */
  readonly timeoutMs?: number | undefined;
  /** Maximum retries of a call that was rejected or got no response; 3 by default. */
  readonly maxRetries?: number | undefined;
  /** A longer Retry-After is an immediate error; 60,000 ms by default. */
  readonly maxRetryDelayMs?: number | undefined;
  /** The pause before a broken stream is reopened; by default the server's value. */
  readonly reconnectMs?: number | undefined;
  /** Maximum attempts to reopen a broken stream; 10 by default. */
  readonly maxReconnects?: number | undefined;
}

/**
 * Creates a client of a Portico server. It sends nothing until it is called, and needs nothing but `fetch`.
 * @throws TypeError for a `baseUrl` or an `apiKey` that `fetch` can't send, which would look like a server that is down,
 * and for a number that isn't one.
 */
export function createClient(options: ClientOptions): Client {
  requireAddress('baseUrl', options.baseUrl);
  requireHeader('apiKey', options.apiKey);
  requireTimeout(options.timeoutMs);
  for (const name of ['maxRetries', 'maxRetryDelayMs', 'reconnectMs', 'maxReconnects'] as const) {
    requireNumber(name, options[name]);
  }
  const connection: Connection = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    apiKey: options.apiKey,
    // A browser's fetch has to be called on its window.
    fetch: options.fetch ?? (async (...args) => fetch(...args)),
    timeoutMs: options.timeoutMs,
    maxRetries: options.maxRetries ?? 3,
    maxRetryDelayMs: options.maxRetryDelayMs ?? 60_000,
    reconnectMs: options.reconnectMs,
    maxReconnects: options.maxReconnects ?? 10,
  };
  const resources = Object.entries(operations).map(([resource, table]) => {
    const methods = Object.entries(table).flatMap(([name, operation]) => callers(connection, name, operation));
    return [resource, Object.fromEntries(methods)] as const;
  });
  // The types of the methods follow from the same table (client.ts).
  return Object.fromEntries(resources) as unknown as Client;
}
