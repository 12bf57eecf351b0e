import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import postgres from 'postgres';
import { openDatabase } from '../src/platform/database.ts';
import { migrate, readMigrations } from '../src/platform/migrate.ts';

export interface DatabaseHome {
  /** What the server's environment needs to find the database. */
  readonly environment: { DATABASE_URL?: string; REDIS_URL?: string };
  remove(): Promise<void>;
}

/** A fresh, migrated database for one test file: a copy in `dataDir`, or a clone on the server of TEST_DATABASE_URL. */
export async function prepareDatabaseHome(dataDir: string): Promise<DatabaseHome> {
  const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env;
  if (databaseUrl === undefined) {
    await cp(await templateDataDir(), join(dataDir, 'database'), { recursive: true });
    return { environment: {}, remove: async () => undefined };
  }
  const name = `portico_${randomUUID().replaceAll('-', '')}`;
  const url = new URL(databaseUrl);
  const admin = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`CREATE DATABASE ${name} TEMPLATE ${await templateDatabase(databaseUrl)}`);
  url.pathname = `/${name}`;
  const redis = redisUrl === undefined ? undefined : await clearRedisDatabase(redisUrl);
  return {
    environment: { DATABASE_URL: url.href, ...(redis === undefined ? {} : { REDIS_URL: redis }) },
    async remove() {
      await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

let homes = 0;

/**
 * One of Redis's sixteen databases that no other test uses at this moment: five for each of two test processes, and five
 * for the server that the specification's tests share, which is a process beside them.
 */
async function clearRedisDatabase(redisUrl: string): Promise<string> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? '3') - 1;
  const url = new URL(redisUrl);
  url.pathname = `/${(worker % 3) * 5 + (homes % 5)}`;
  homes += 1;
  const redis = new Redis(url.href);
  await redis.flushdb();
  await redis.quit();
  return url.href;
}

/** A PGlite data directory with every migration applied, made once for each state of the migrations. */
async function templateDataDir(): Promise<string> {
  const target = join(tmpdir(), `portico-template-${await fingerprint()}`);
  if (existsSync(target)) return target;
  const work = await mkdtemp(join(tmpdir(), 'portico-template-'));
  const database = await openDatabase({ databaseUrl: undefined, dataDir: work });
  await migrate(database);
  await database.close();
  await mkdir(tmpdir(), { recursive: true });
  // Two test processes may have made one each; the first to be renamed serves both.
  await rename(join(work, 'database'), target).catch(() => undefined);
  await rm(work, { recursive: true, force: true });
  return target;
}

/** The same on a real server: the name of a migrated database to clone. */
async function templateDatabase(databaseUrl: string): Promise<string> {
  const name = `portico_template_${await fingerprint()}`;
  const admin = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  try {
    await admin`SELECT pg_advisory_lock(7305)`;
    const [known] = await admin`SELECT 1 FROM pg_database WHERE datname = ${name}`;
    if (known !== undefined) return name;
    await admin.unsafe(`DROP DATABASE IF EXISTS ${name}_making`);
    await admin.unsafe(`CREATE DATABASE ${name}_making`);
    const url = new URL(databaseUrl);
    url.pathname = `/${name}_making`;
    const database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
    await migrate(database);
    await database.close();
    await admin.unsafe(`ALTER DATABASE ${name}_making RENAME TO ${name}`);
    return name;
  } finally {
    await admin.end();
  }
}

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, text } of await readMigrations()) hash.update(name).update(text);
  return hash.digest('hex').slice(0, 12);
}
