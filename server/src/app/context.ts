import { Redis } from 'ioredis';
import { createBus } from '../platform/bus.ts';
import type { Config } from '../platform/config.ts';
import { startMigrated } from '../platform/create-database.ts';
import { openDatabase } from '../platform/database.ts';
import type { startPGlite } from '../platform/embedded-postgres.ts';
import { StartError } from '../platform/errors.ts';
import { createEventLog } from '../platform/event-log.ts';
import { leaseTimings } from '../platform/leases/timings.ts';
import { createLog } from '../platform/log.ts';
import { listSecrets } from '../platform/mask-secrets.ts';
import { createOpenStreams } from '../platform/open-streams.ts';
import { createMetrics } from '../platform/metrics.ts';
import { migrate } from '../platform/migrate.ts';
import { createModels } from '../platform/models/models.ts';
import { createOutbound } from '../platform/outbound/index.ts';
import type { Platform } from '../platform/platform.ts';
import { createQueue } from '../platform/queue.ts';
import { createRateLimiter } from '../platform/rate-limit.ts';
import { createSandboxes, type Sandboxes } from '../platform/sandbox/sandboxes.ts';
import { checkSharedFolder, createStorage } from '../platform/storage/index.ts';
import { version } from './version.ts';

export interface OpenPlatform {
  readonly platform: Platform;
  /** Stops accepting work, finishes or hands back running work, and closes everything that was opened. */
  close(): Promise<void>;
}

/** Parts that tests start once for several servers. */
export interface SharedParts {
  /** Returns an embedded Postgres that is already running. */
  readonly startEngine?: typeof startPGlite | undefined;
  /** The caller closes it. */
  readonly sandboxes?: Sandboxes | undefined;
}

/** Opens everything that the config requires, in order of dependence. */
export async function openPlatform(
  config: Config,
  { startEngine = startMigrated, sandboxes }: SharedParts = {},
): Promise<OpenPlatform> {
  const log = createLog(config, listSecrets(config));
  const stopping = new AbortController();
  const redis = await openRedis(config.redisUrl);
  const storage = await createStorage(config);
  const database = await openDatabase(config, startEngine);
  await migrate(database);
  await checkSharedFolder(config, database);
  const bus = createBus(config.redisUrl, log);
  const events = createEventLog(database, bus, log);
  const queue = createQueue(database, config.redisUrl, log);
  const rateLimiter = await createRateLimiter(database, redis);
  const streams = createOpenStreams(redis, log);
  const platform: Platform = {
    version,
    config,
    log,
    database,
    bus,
    events,
    queue,
    storage,
    outbound: createOutbound({ allow: config.outboundAllow }),
    models: createModels(config.models, log),
    leases: leaseTimings,
    rateLimiter,
    sandboxes: sandboxes ?? createSandboxes(),
    streams,
    mail: config.mail === undefined ? undefined : (await import('../platform/mail.ts')).createMailer(config.mail, log),
    metrics: createMetrics(),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    stopping: stopping.signal,
  };
  await platform.models.prepare();
  return {
    platform,
    async close() {
      stopping.abort();
      await queue.close();
      await rateLimiter.close();
      streams.close();
      platform.mail?.close();
      events.close();
      await bus.close();
      await platform.outbound.close();
      storage.close();
      if (sandboxes === undefined) platform.sandboxes.close();
      await database.close();
      await redis?.quit().catch(() => redis.disconnect());
    },
  };
}

async function openRedis(url: string | undefined): Promise<Redis | undefined> {
  if (url === undefined) return undefined;
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, connectTimeout: 5000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return redis;
  } catch {
    redis.disconnect();
    throw new StartError("REDIS_URL: can't be reached");
  }
}
