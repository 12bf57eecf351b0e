import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer, type SpawnedServer } from '../spawn-server.ts';
import { prepareDatabaseHome } from '../databases/prepare-database-home.ts';
import { startNeighbour, type Neighbour } from './neighbour.ts';

/** The processes of one installation, a database of their own, and the neighbour that their workflows call. */
export interface Fleet {
  /** True if the whole installation is one process on PGlite, false with processes on Postgres and Redis. */
  readonly embedded: boolean;
  readonly neighbour: Neighbour;
  /** What the installation's processes find their services with. */
  readonly environment: { DATABASE_URL?: string; REDIS_URL?: string };
  /** A process that answers HTTP; another one at each call if there are several. */
  web(): SpawnedServer;
  worker(): SpawnedServer;
  /** Starts one more worker, which takes the place of the first in `worker()`. Not on the embedded default. */
  addWorker(): Promise<SpawnedServer>;
  /** Kills the worker with SIGKILL; answers when that was, in milliseconds since the epoch. */
  kill(): Promise<number>;
  /** Starts in the place of the one that was killed another one, on the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Makes more of the processes' environment, from where their stores are. */
export type Surround = (stores: Fleet['environment']) => Promise<Record<string, string>>;

/**
 * Starts an installation: one process on the embedded default, or with TEST_DATABASE_URL and TEST_REDIS_URL two web
 * processes and a worker. `surround` may put something between the processes and their stores, or around them.
 */
export async function openFleet(surround: Surround = async () => ({})): Promise<Fleet> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-faults-'));
  const home = await prepareDatabaseHome(dataDir);
  const neighbour = await startNeighbour();
  const { OUTBOUND_ALLOW: allowed, ...changed } = await surround(home.environment);
  const embedded = home.environment.DATABASE_URL === undefined;
  const started: SpawnedServer[] = [];
  const spawn = async (role: 'all' | 'web' | 'worker'): Promise<SpawnedServer> => {
    const server = await spawnServer(
      dataDir,
      {
        ...home.environment,
        ...changed,
        SECRET_KEY: 'f'.repeat(64),
        OUTBOUND_ALLOW: [neighbour.host, allowed].filter(Boolean).join(','),
        RATE_LIMIT_PER_MINUTE: '10000000',
        RATE_LIMIT_PER_DAY: '1000000000',
      },
      [`--role=${role}`],
    );
    started.push(server);
    return server;
  };
  const webs = [await spawn(embedded ? 'all' : 'web')];
  if (!embedded) webs.push(await spawn('web'));
  let worker = embedded ? webs[0] : await spawn('worker');
  let turn = 0;
  const current = (): SpawnedServer => {
    if (!worker) throw new Error('there is no worker');
    return worker;
  };
  const start = async (): Promise<SpawnedServer> => {
    worker = await spawn(embedded ? 'all' : 'worker');
    if (embedded) webs.splice(0, 1, worker);
    return worker;
  };
  return {
    embedded,
    neighbour,
    environment: home.environment,
    web() {
      turn += 1;
      const web = webs[turn % webs.length];
      if (!web) throw new Error('there is no web process');
      return web;
    },
    worker: current,
    async addWorker() {
      if (embedded) throw new Error('the embedded default has one process');
      return start();
    },
    async kill() {
      const at = Date.now();
      await current().end('SIGKILL');
      return at;
    },
    async restart() {
      await start();
    },
    async close() {
      await Promise.all(started.map(async (server) => server.end('SIGKILL')));
      await neighbour.close();
      await home.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
