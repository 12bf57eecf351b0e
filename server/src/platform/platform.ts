import type { Bus } from './bus.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { EventLog } from './event-log.ts';
import type { LeaseTimings } from './leases/timings.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail.ts';
import type { Metrics } from './metrics.ts';
import type { Models } from './models/models.ts';
import type { Outbound } from './outbound/index.ts';
import type { OpenStreams } from './open-streams.ts';
import type { JobQueue } from './queue.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Sandboxes } from './sandbox/sandboxes.ts';
import type { Storage } from './storage/index.ts';

/** The services that every feature uses; created once by main.ts and passed to every handler. */
export interface Platform {
  /** The version of this build. */
  readonly version: string;
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly bus: Bus;
  readonly events: EventLog;
  readonly queue: JobQueue;
  readonly storage: Storage;
  readonly outbound: Outbound;
  readonly models: Models;
  /** How often workers poll for due work and check their leases. */
  readonly leases: LeaseTimings;
  /** Milliseconds for which a call of an MCP client stays silent at most. */
  readonly heartbeatMs: number;
  readonly rateLimiter: RateLimiter;
  /** Runs work whose time or memory depends on untrusted input. */
  readonly sandboxes: Sandboxes;
  /** Counts the open streams and sockets of each caller. */
  readonly streams: OpenStreams;
  /** Undefined if no mail server is configured: the console then shows links that would have been mailed. */
  readonly mail: Mailer | undefined;
  readonly metrics: Metrics;
  /** The public address of the server, without a trailing slash. */
  readonly publicUrl: string;
  /** Fires when the process is asked to stop: streams end and loops exit. */
  readonly stopping: AbortSignal;
}
