import { createBus } from '../platform/bus.ts';
import type { Settings } from '../platform/config.ts';
import { startMigrated } from '../platform/create-database.ts';
import { openDatabase } from '../platform/database.ts';
import type { startPGlite } from '../platform/embedded-postgres.ts';
import { createEventLog } from '../platform/event-log.ts';
import { leaseTimings } from '../platform/leases/timings.ts';
import { stopReason } from '../platform/http/disconnect-signal.ts';
import { createLog } from '../platform/log.ts';
import { listSecrets } from '../platform/mask-secrets.ts';
import { createOpenStreams } from '../platform/open-streams.ts';
import { createMetrics } from '../platform/metrics.ts';
import { migrate } from '../platform/migrate.ts';
import { createModels } from '../platform/models/models.ts';
import { createOutbound } from '../platform/outbound/index.ts';
import type { Platform } from '../platform/platform.ts';
import { createQueue } from '../platform/queue.ts';
import { raceAbort } from '../platform/race-abort.ts';
import { createRateLimiter } from '../platform/rate-limit.ts';
import { answerOf, openRedis } from '../platform/redis.ts';
import { createSandboxes, type Sandboxes } from '../platform/sandbox/sandboxes.ts';
import { settleSecretKey } from '../platform/settle-secret-key.ts';
import { heartbeatMs } from '../platform/sse.ts';
import { checkSharedFolder, createStorage } from '../platform/storage/index.ts';
import type { Installation } from './open-installation.ts';
import { version } from './version.ts';
import { measureWaitingWork } from './waiting-work.sql.ts';

/** Milliseconds that a scrape of the metrics waits for the database. */
const measureMs = 2_000;

export interface OpenPlatform {
  readonly platform: Platform;
  /**
   * Stops accepting work, finishes or hands back running work, and closes everything that was opened. `drain` waits for
   * what still uses it, once streams have been asked to end.
   */
  close(drain?: () => Promise<void>): Promise<void>;
}

/** Parts that are there already. */
export interface GivenParts {
  /** The installation that a command has opened; a server opens its own, and brings it up to date. */
  readonly installation?: Installation;
  /** For tests: returns an embedded Postgres that is already running. */
  readonly startEngine?: typeof startPGlite | undefined;
  /** For tests, which start one for several servers; the caller closes it. */
  readonly sandboxes?: Sandboxes | undefined;
}

/** Opens everything that the settings require, in order of dependence. */
export async function openPlatform(
  settings: Settings,
  { installation, startEngine = startMigrated, sandboxes }: GivenParts = {},
): Promise<OpenPlatform> {
  const stopping = new AbortController();
  const redis = await openRedis(settings.redisUrl);
  const storage = await createStorage(settings);
  const own: OwnInstallation = installation ?? (await openOwnInstallation(settings, startEngine));
  const { config, database, newer } = own;
  const log = createLog(config, listSecrets(config));
  if (installation === undefined) database.watch(log);
  if (newer !== undefined) log.warn({ migration: newer, version }, olderThanDatabase);
  storage.watch(log);
  // A command that needs the folder has made sure that it is the right one.
  if (installation === undefined && (await checkSharedFolder(config, database))) {
    log.warn({ folder: config.dataDir }, newFolder);
  }
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
    heartbeatMs,
    rateLimiter,
    sandboxes: sandboxes ?? createSandboxes(),
    streams,
    mail: config.mail === undefined ? undefined : (await import('../platform/mail.ts')).createMailer(config.mail, log),
    metrics: createMetrics(async () => raceAbort(measureWaitingWork(database.sql), AbortSignal.timeout(measureMs))),
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    stopping: stopping.signal,
  };
  await platform.models.prepare();
  return {
    platform,
    async close(drain) {
      stopping.abort(stopReason);
      await drain?.();
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
      if (redis !== undefined) await answerOf(async () => redis.quit()).catch(() => redis.disconnect());
    },
  };
}

const newFolder =
  'DATA_DIR is not the folder that had the files of this installation: those are missing in it; from now on, it is';

const olderThanDatabase =
  'a newer version of Portico has updated the database; this one may run until all processes have been upgraded. To go ' +
  'back to it for good, stop them all and restore a backup from before the update to an empty database';

interface OwnInstallation extends Installation {
  /** A migration of a newer version that has updated the database. */
  readonly newer?: string | undefined;
}

/** Opens the database for a server, and brings it up to date. */
async function openOwnInstallation(settings: Settings, startEngine: typeof startPGlite): Promise<OwnInstallation> {
  const database = await openDatabase(settings, startEngine);
  const newer = await migrate(database);
  const secretKey = await settleSecretKey(settings, database, { mayCreate: true });
  return { config: { ...settings, secretKey }, database, newer };
}
