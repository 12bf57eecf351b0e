import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer, type SpawnedServer } from '../spawn-server.ts';
import { prepareDatabaseHome } from '../databases/prepare-database-home.ts';
import { startNeighbour, type Neighbour } from './neighbour.ts';

/** The processes of one installation, their database, and the server that their workflows call. */
export interface Fleet {
  /** True if the installation is one process on PGlite, false if it has several on Postgres and Redis. */
  readonly embedded: boolean;
  readonly neighbour: Neighbour;
  /** The environment by which the installation's processes find their services. */
  readonly environment: { DATABASE_URL?: string; REDIS_URL?: string };
  /** A web process; a different one at each call if there are several. */
  web(): SpawnedServer;
  worker(): SpawnedServer;
  /** Starts another worker, which `worker()` returns from then on. Not on the embedded default. */
  addWorker(): Promise<SpawnedServer>;
  /** Kills the worker with SIGKILL; returns the time, in milliseconds since the epoch. */
  kill(): Promise<number>;
  /** Starts a new process in place of the killed one, on the same data. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Returns additional environment variables for the processes, from those of their stores. */
export type Surround = (stores: Fleet['environment']) => Promise<Record<string, string>>;

/**
 * Starts an installation: one process on the embedded default, or with TEST_DATABASE_URL and TEST_REDIS_URL two web
 * processes and a worker. `surround` may put a proxy between the processes and their stores, or start doubles of
 * external services.
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
