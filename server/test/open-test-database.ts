import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../src/platform/database.ts';
import { openTestHome } from './databases/open-test-home.ts';

/** A migrated database for tests of the platform itself, on PGlite or on the real server. */
export async function openTestDatabase(): Promise<{
  database: Database;
  redisUrl: string | undefined;
  remove: () => Promise<void>;
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'));
  const home = await openTestHome(dataDir, false);
  const database = await openDatabase({ databaseUrl: home.environment.DATABASE_URL, dataDir }, home.startEngine);
  return {
    database,
    redisUrl: home.environment.REDIS_URL,
    async remove() {
      await database.close();
      await home.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
