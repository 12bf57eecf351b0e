import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppPlatform, compose } from '../src/app/compose.ts';
import { openPlatform } from '../src/app/context.ts';
import { createHttpServer, serveHttp } from '../src/app/http.ts';
import { startWorkers } from '../src/app/workers.ts';
import { prepareFirstKey } from '../src/features/api-keys/index.ts';
import { type MemoryLimits, OutputMemory } from '../src/features/executions/runner/state/output-memory.ts';
import { readConfig } from '../src/platform/config.ts';
import type { BodyTimes } from '../src/platform/http/watch-bodies.ts';
import type { LeaseTimings } from '../src/platform/leases/timings.ts';
import { createSandboxes } from '../src/platform/sandbox/sandboxes.ts';
import { openTestHome } from './databases/open-test-home.ts';
import { highRateLimits } from './high-rate-limits.ts';

/** Their processes serve one server after another: files that need none in between would end them. */
const sandboxes = createSandboxes(600_000);

export interface ServerUnderTest {
  readonly url: string;
  /** A key with every scope in the workspace `default`. */
  readonly apiKey: string;
  readonly platform: AppPlatform;
  close(): Promise<void>;
}

/**
 * Starts the whole server in this process, web and workers, with a separate environment, data directory and empty
 * database: PGlite in memory, or with TEST_DATABASE_URL (and TEST_REDIS_URL) a database on the real servers. Responses
 * are checked against their declared schemas. Rate limits are very high unless `environment` sets them.
 *
 * It takes about a fifth of a second, because it reuses the database of an earlier server of this process
 * (database-pool.ts). `onDisk` is for benchmarks: PGlite on files, as in production. `leases` is for tests that make
 * rows due with SQL, where nothing wakes the workers.
 */
export async function startServer(
  environment: Record<string, string> = {},
  options: {
    onDisk?: boolean;
    bodyTimes?: BodyTimes;
    stuckMs?: number;
    joinMs?: number;
    leases?: Partial<LeaseTimings>;
    memory?: MemoryLimits;
    heartbeatMs?: number;
  } = {},
): Promise<ServerUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'));
  const home = await openTestHome(dataDir, options.onDisk ?? false);
  const config = readConfig(
    {
      LOG_LEVEL: 'fatal',
      PORT: '0',
      DATA_DIR: dataDir,
      ...highRateLimits,
      ...home.environment,
      ...environment,
    },
    [],
  );
  const { platform: opened, close } = await openPlatform(config, { startEngine: home.startEngine, sandboxes });
  const memory = new OutputMemory(options.memory);
  const { heartbeatMs = opened.heartbeatMs } = options;
  const app = compose({ ...opened, heartbeatMs, leases: { ...opened.leases, ...options.leases } }, memory);
  const { platform } = app;
  const { key } = await prepareFirstKey(platform);
  if (key === undefined) throw new Error('the server under test has no key');
  const server = createHttpServer();
  const { bodyTimes, joinMs, stuckMs } = options;
  serveHttp(server, app, { checkAnswers: true, joinMs, stuckMs, ...(bodyTimes && { bodyTimes }) });
  await new Promise<void>((resolve) => {
    server.listen(config.port, '127.0.0.1', resolve);
  });
  const workers = await startWorkers(app);
  workers.startSweeps();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: key,
    platform,
    async close() {
      server.close();
      await workers.stop();
      await close(async () => workers.endSweeps());
      server.closeAllConnections();
      await home.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
