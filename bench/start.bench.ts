import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { claimRedisDatabase } from '../server/test/databases/claim-redis-database.ts';
import { cloneServerDatabase } from '../server/test/databases/clone-server-database.ts';
import { startProcess, treeBytes } from './start-process.ts';
import type { Row } from './row.ts';

export const name = 'The start: the time until the server is ready, and the memory of all its processes without load';

const root = join(import.meta.dirname, '..');
/** As set by `npm start`: Node's compile cache is kept between starts. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/portico/compiled') };
/** The processes that the first start needs end when they have been idle for half a minute. */
const settleMs = 45_000;

export async function run(): Promise<Row[]> {
  const bareMegabytes = await measureBareNode();
  // After this start, the sources are compiled, as after any start.
  await withEmptyHome(async (start) => start(0));
  return withEmptyHome(async (start, isEmbedded) => {
    const maxMegabytes = isEmbedded ? 400 : 160;
    const first = await start(settleMs);
    const later = await start(settleMs);
    return [
      { what: 'first start, until ready', value: first.seconds, unit: 's', aim: { atMost: 4 } },
      {
        what: 'memory after the first start',
        value: first.megabytes,
        unit: 'MB',
        floor: bareMegabytes,
        aim: { atMost: maxMegabytes },
      },
      { what: 'later start, until ready', value: later.seconds, unit: 's', aim: { atMost: 2 } },
      {
        what: 'memory after a later start',
        value: later.megabytes,
        unit: 'MB',
        floor: bareMegabytes,
        aim: { atMost: maxMegabytes },
      },
    ];
  });
}

interface Start {
  readonly seconds: number;
  /** Of the server and every process that it has started. */
  readonly megabytes: number;
}

/**
 * Works with a separate folder and a database without tables, on the servers of the environment or else in the folder.
 */
async function withEmptyHome<T>(
  work: (start: (forMs: number) => Promise<Start>, isEmbedded: boolean) => Promise<T>,
): Promise<T> {
  const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env;
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-start-'));
  const database =
    databaseUrl === undefined ? undefined : await cloneServerDatabase(databaseUrl, { template: 'template1' });
  const redis = redisUrl === undefined ? undefined : await claimRedisDatabase(redisUrl);
  const environment = {
    PORT: '0',
    DATA_DIR: dataDir,
    ...compiled,
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
  };
  try {
    return await work(async (forMs) => measureStart(environment, forMs), database === undefined);
  } finally {
    await database?.drop();
    await redis?.release();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Starts the server, leaves it idle for the given time, and ends it. */
async function measureStart(environment: Record<string, string>, forMs: number): Promise<Start> {
  const begin = performance.now();
  const server = await startProcess(join(root, 'server/src/main.ts'), [], environment);
  try {
    const seconds = (performance.now() - begin) / 1000;
    await wait(forMs);
    return { seconds, megabytes: treeBytes(server.pid) / 1e6 };
  } finally {
    await server.end();
  }
}

/** Megabytes of Node with nothing loaded. */
async function measureBareNode(): Promise<number> {
  const bare = await startProcess(join(import.meta.dirname, 'floors/nothing.ts'), [], compiled);
  try {
    return treeBytes(bare.pid) / 1e6;
  } finally {
    await bare.end();
  }
}
