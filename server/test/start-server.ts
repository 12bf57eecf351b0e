import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPlatform } from '../src/app/context.ts';
import { createHttpServer, serveHttp } from '../src/app/http.ts';
import { startWorkers } from '../src/app/workers.ts';
import { prepareFirstKey } from '../src/features/api-keys/index.ts';
import { readConfig } from '../src/platform/config.ts';
import type { Platform } from '../src/platform/platform.ts';
import { prepareDatabaseHome } from './templates.ts';

export interface ServerUnderTest {
  readonly url: string;
  /** A key with every scope in the workspace `default`. */
  readonly apiKey: string;
  readonly platform: Platform;
  close(): Promise<void>;
}

/**
 * Starts the whole server in this process, web and workers, on a database of its own: PGlite from a prepared data
 * directory, or with TEST_DATABASE_URL (and TEST_REDIS_URL) a fresh database on the real servers.
 * Answers are checked against their declared schemas.
 */
export async function startServer(environment: Record<string, string> = {}): Promise<ServerUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-test-'));
  const home = await prepareDatabaseHome(dataDir);
  const config = readConfig(
    { LOG_LEVEL: 'fatal', PORT: '0', DATA_DIR: dataDir, ...home.environment, ...environment },
    [],
  );
  const { platform, close } = await openPlatform(config);
  const { key } = await prepareFirstKey(platform);
  if (key === undefined) throw new Error('the server under test has no key');
  const server = createHttpServer();
  serveHttp(server, platform, { checkAnswers: true });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const stopWorkers = await startWorkers(platform);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: key,
    platform,
    async close() {
      server.close();
      await stopWorkers();
      await close();
      server.closeAllConnections();
      await home.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
