import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { claimRedisDatabase } from './claim-redis-database.ts';
import { cloneServerDatabase } from './clone-server-database.ts';
import { expireLeases } from './expire-leases.ts';
import { embeddedTemplate } from './templates.ts';

export interface DatabaseHome {
  /** The environment variables by which the server finds the database. */
  readonly environment: { DATABASE_URL?: string; REDIS_URL?: string };
  remove(): Promise<void>;
}

/** The database of servers that run as separate processes. */
export interface ProcessHome extends DatabaseHome {
  /**
   * After the only process was killed: ends its leases, so that the next one needn't wait until they run out. On the
   * embedded database the next start does this itself.
   */
  expireLeases(): Promise<void>;
}

/**
 * Creates a migrated database for a server that runs as a separate process, or is restarted on the same data: a copy on
 * disk in `dataDir`, or a clone on the server of TEST_DATABASE_URL. Other servers share databases (database-pool.ts).
 */
export async function prepareDatabaseHome(dataDir: string): Promise<ProcessHome> {
  const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env;
  if (databaseUrl === undefined) {
    const { directory } = await embeddedTemplate();
    // Synchronous: 1,300 small files take four times as long with a promise for each.
    cpSync(directory, join(dataDir, 'database'), { recursive: true });
    return { environment: {}, expireLeases: async () => undefined, remove: async () => undefined };
  }
  const clone = await cloneServerDatabase(databaseUrl);
  const redis = redisUrl === undefined ? undefined : await claimRedisDatabase(redisUrl);
  return {
    environment: { DATABASE_URL: clone.url, ...(redis === undefined ? {} : { REDIS_URL: redis.url }) },
    expireLeases: async () => expireLeases(clone.url),
    async remove() {
      await clone.drop();
      await redis?.release();
    },
  };
}
