import { mkdtemp, readFile, rm } from 'node:fs/promises';
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
      { what: 'first start, until a question is answered', value: first.answerSeconds, unit: 's' },
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
  /** Until a question that is asked as soon as the server is ready has been answered. */
  readonly answerSeconds: number;
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

/** Starts the server, asks it a question, leaves it idle for the given time, and ends it. */
async function measureStart(environment: Record<string, string> & { DATA_DIR: string }, forMs: number): Promise<Start> {
  const begin = performance.now();
  const server = await startProcess(join(root, 'server/src/main.ts'), [], environment);
  try {
    const seconds = (performance.now() - begin) / 1000;
    await ask(server.port, environment.DATA_DIR);
    const answerSeconds = (performance.now() - begin) / 1000;
    await wait(forMs);
    return { seconds, answerSeconds, megabytes: treeBytes(server.pid) / 1e6 };
  } finally {
    await server.end();
  }
}

/** Asks the guides of the demo, which a first start reads once it is ready. */
async function ask(port: number, dataDir: string): Promise<void> {
  const key = (await readFile(join(dataDir, 'admin-key'), 'utf8')).trim();
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/knowledge-bases/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'How do I put the widget on my page?' }),
  });
  const { data } = (await response.json()) as { data: { results: unknown[] } };
  if (data.results.length === 0) throw new Error('the guides were not found');
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
