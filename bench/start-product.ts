import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { prepareDatabaseHome } from '../server/test/databases/prepare-database-home.ts';
import { startProcess } from './start-process.ts';

export interface Product {
  readonly url: string;
  readonly apiKey: string;
  readonly pid: number;
  /** The database address for a floor; with PGlite a floor gets a separate folder. */
  readonly databaseUrl: string | undefined;
  /** Runs `npm run portico -- …` for this server, and returns what it prints. */
  command(...words: string[]): Promise<string>;
  close(): Promise<void>;
}

const run = promisify(execFile);
const cli = fileURLToPath(new URL('../server/src/cli.ts', import.meta.url));
const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url));

/** Starts the server as users do, in a separate process, on a separate database, with high limits. */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-bench-'));
  const home = await prepareDatabaseHome(dataDir);
  const server = await startProcess(main, [], {
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '10000000',
    RATE_LIMIT_PER_DAY: '1000000000',
    MAX_STREAMS_PER_SESSION: '1000000',
    MAX_STREAMS_PER_KEY: '1000000',
    MAX_STREAMS_PER_IP: '1000000',
    ...home.environment,
    ...environment,
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    apiKey: (await readFile(join(dataDir, 'admin-key'), 'utf8')).trim(),
    pid: server.pid,
    databaseUrl: home.environment.DATABASE_URL,
    async command(...words) {
      const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, ...home.environment, ...environment };
      const { stdout } = await run(process.execPath, [cli, ...words], { env });
      return stdout;
    },
    async close() {
      await server.end();
      await home.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Starts one of the programs in `floors`: the same work without Portico. */
export async function startFloor(name: string, words: readonly string[]): ReturnType<typeof startProcess> {
  return startProcess(fileURLToPath(new URL(`./floors/${name}.ts`, import.meta.url)), words);
}
