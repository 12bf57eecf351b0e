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

/** The floor that every feature uses; made once by main.ts and handed to every handler. */
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
  /** How often workers look for what is due and check what they hold. */
  readonly leases: LeaseTimings;
  readonly rateLimiter: RateLimiter;
  /** Where everything runs whose time or memory a stranger decides. */
  readonly sandboxes: Sandboxes;
  /** How many streams and sockets are open, by whom. */
  readonly streams: OpenStreams;
  /** Undefined if no mail server is configured: what would be mailed is shown in the console. */
  readonly mail: Mailer | undefined;
  readonly metrics: Metrics;
  /** Where the server is reached, without a slash at the end. */
  readonly publicUrl: string;
  /** Fires when the process is asked to stop: streams end and loops leave. */
  readonly stopping: AbortSignal;
}
