import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDatabaseHome } from './databases/prepare-database-home.ts';
import { type HitServer, startHitServer } from './hit-server.ts';
import { type ModelServer, startModelServer } from './model-server/start-model-server.ts';
import { type SpawnedServer, spawnServer } from './spawn-server.ts';

/** The external services of a server: a model, and a server that tools and webhooks call. */
export interface Doubles {
  readonly model: ModelServer;
  readonly outside: HitServer;
}

export interface Installation extends Doubles {
  /** Starts a process on the installation's data; on real services there may be several. */
  start(): Promise<SpawnedServer>;
  /** After the only process was killed (prepare-database-home.ts). */
  expireLeases(): Promise<void>;
  /** Kills the started processes, and removes the data. */
  close(): Promise<void>;
}

/** Data and doubles for servers in separate processes, which a test kills and starts again. */
export async function openInstallation(environment: Record<string, string> = {}): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-installation-'));
  const home = await prepareDatabaseHome(dataDir);
  const doubles = await startDoubles();
  const started: Promise<SpawnedServer>[] = [];
  return {
    ...doubles,
    async start() {
      const server = spawnServer(dataDir, {
        ...home.environment,
        ...doubles.environment,
        ...environment,
      });
      started.push(server);
      return server;
    },
    expireLeases: home.expireLeases,
    async close() {
      // After a test that timed out, a process that is still starting would write into the removed folder.
      for (const outcome of await Promise.allSettled(started)) {
        if (outcome.status === 'fulfilled') await outcome.value.end('SIGKILL');
      }
      await doubles.close();
      await home.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts the doubles; `environment` has the variables by which a server finds them. */
export async function startDoubles() {
  const model = await startModelServer();
  const outside = await startHitServer();
  return {
    model,
    outside,
    environment: { OPENAI_BASE_URL: model.url, DEFAULT_MODEL: 'double', OUTBOUND_ALLOW: outside.host },
    async close() {
      await model.close();
      await outside.close();
    },
  };
}
