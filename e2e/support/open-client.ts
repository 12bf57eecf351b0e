import { type Client, createClient } from '@portico/shared-types';
import type { RunningServer } from './server.ts';

/** The typed client with the admin key of a server under test. */
export function openClient({ url, apiKey }: RunningServer): Client {
  return createClient({ baseUrl: url, apiKey });
}
