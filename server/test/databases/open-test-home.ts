import type { startPGlite } from '../../src/platform/embedded-postgres.ts';
import { claimRedisDatabase } from './claim-redis-database.ts';
import { takeDatabase } from './database-pool.ts';
import { type DatabaseHome, prepareDatabaseHome } from './prepare-database-home.ts';

export interface TestHome extends DatabaseHome {
  /** Returns the PGlite that is already running; undefined on a real server. */
  readonly startEngine?: typeof startPGlite | undefined;
}

/** An empty, migrated database for a server in this process, from the pool; with `onDisk` a new one in `dataDir`. */
export async function openTestHome(dataDir: string, onDisk: boolean): Promise<TestHome> {
  if (onDisk) return prepareDatabaseHome(dataDir);
  const { url, startEngine, release } = await takeDatabase();
  const { TEST_REDIS_URL: redisUrl } = process.env;
  const redis = url === undefined || redisUrl === undefined ? undefined : await claimRedisDatabase(redisUrl);
  return {
    environment: {
      ...(url === undefined ? {} : { DATABASE_URL: url }),
      ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
    },
    startEngine,
    async remove() {
      await release();
      await redis?.release();
    },
  };
}
