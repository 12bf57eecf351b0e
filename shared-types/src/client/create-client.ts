import { callers } from './bind-operation.ts';
import type { Client } from './client.ts';
import { operations } from './operations.ts';
import type { Connection } from './send.ts';

/** How a client finds its server, and how patient it is. */
export interface ClientOptions {
  /** The server's address, like `https://portico.example.com`. */
  readonly baseUrl: string;
  /** Left out for what needs no key: `client.forms`. */
  readonly apiKey?: string;
  /** In place of the global fetch. */
  readonly fetch?: typeof fetch;
  /** Further tries of a call that was refused or got no answer; 3 if not given. */
  readonly maxRetries?: number;
  /** A longer Retry-After is an error at once; 60,000 ms if not given. */
  readonly maxRetryDelayMs?: number;
  /** The pause before a broken stream is opened again; the server's own wish if not given. */
  readonly reconnectMs?: number;
  /** Tries to open a broken stream before it is given up; 10 if not given. */
  readonly maxReconnects?: number;
}

/** Makes a client of a Portico server. It opens nothing until it is called, and needs nothing but `fetch`. */
export function createClient(options: ClientOptions): Client {
  const connection: Connection = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    apiKey: options.apiKey,
    // A browser's fetch wants to be called on its window.
    fetch: options.fetch ?? (async (...args) => fetch(...args)),
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
