import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { movableClock, readOffset } from './movable-clock.ts';

const root = join(import.meta.dirname, '../..');
const compileCache = join(root, 'node_modules/.cache/portico/compiled-for-tests');
// The database's WebAssembly as the server tests have optimized it, or as it is first compiled: optimizing it costs a
// server more than it gains in a minute.
const useOptimizedEngine = `--import=${new URL('../../server/test/databases/use-optimized-engine.ts', import.meta.url).href}`;
// Only a hanging server takes this long; on a heavily loaded machine a first start took 80 s.
const secondsToReady = 150;
const secondsToStop = 15;
// Browsers refuse some ports; 10080 is the highest of them.
const lowestPort = 11_000;
const lowestOutgoingPort = 32_768;

/** A server under test: its origin, the admin key of its first start, and functions to restart and end it. */
export type RunningServer = {
  url: string;
  apiKey: string;
  /** Stops the process, gracefully by default, and starts another on the same data, at the same address. */
  restart: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  stop: () => Promise<void>;
  /** Runs `npm run portico -- …words` beside the server, and returns what it prints. */
  command: (...words: string[]) => Promise<string>;
  /** Moves the server's clock to the beginning of the next minute; the browsers' clocks are not changed. */
  toNextMinute: () => Promise<void>;
  /** The server's output since its first start. */
  printed: () => string;
};

/**
 * Starts the real server on a free port with an empty data folder, and waits until it is ready. @param extra
 * environment in addition to the defaults, such as OPENAI_BASE_URL. @throws Error with the server's output if it ends
 * or isn't ready in time.
 */
export async function startServer(extra: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-e2e-'));
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...plainEnvironment(),
    // As `npm start` does: compiling the same modules again is a good part of a start.
    NODE_COMPILE_CACHE: compileCache,
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    ...roomyLimits,
    ...extra,
  };
  const forget = (): void => rmSync(dataDir, { recursive: true, force: true });
  const output: string[] = [];
  const offset = (): number => readOffset(output.join(''));
  const launch = async (): Promise<ChildProcess> => {
    // A restarted process has the clock of the previous one.
    const options = [movableClock(offset()), extra['NODE_OPTIONS'] ?? ''].join(' ').trim();
    return launchWith(url, { ...env, NODE_OPTIONS: options }, output);
  };
  let child: ChildProcess;
  try {
    child = await launch();
  } catch (error) {
    forget();
    throw error;
  }
  return {
    url,
    apiKey: readFileSync(join(dataDir, 'admin-key'), 'utf8').trim(),
    restart: async (signal) => {
      await end(child, signal);
      child = await launch();
    },
    stop: async () => {
      await end(child);
      forget();
    },
    command: async (...words) => {
      const cli = join(root, 'server/src/cli.ts');
      return (await promisify(execFile)(process.execPath, [cli, ...words], { env })).stdout;
    },
    toNextMinute: async () => {
      const before = offset();
      child.kill('SIGUSR2');
      const deadline = Date.now() + secondsToReady * 1000;
      while (offset() === before) {
        if (!isRunning(child) || Date.now() > deadline) throw new Error('the server did not move its clock');
        await sleep(20);
      }
    },
    printed: () => output.join(''),
  };
}

async function launchWith(url: string, env: NodeJS.ProcessEnv, output: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [useOptimizedEngine, 'server/src/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  const deadline = Date.now() + secondsToReady * 1000;
  while (!(await isReady(url))) {
    if (!isRunning(child) || Date.now() > deadline) {
      const what = isRunning(child)
        ? `was not ready in ${secondsToReady} s`
        : `ended with ${child.exitCode ?? child.signalCode}`;
      await end(child);
      throw new Error(`the server ${what}:\n${output.join('')}`);
    }
    await sleep(100);
  }
  return child;
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (!isRunning(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), secondsToStop * 1000);
  await ended;
  clearTimeout(late);
}

// The whole suite has one address; the tests of the limits set their own.
const roomyLimits = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_PER_DAY: '100000000',
  PUBLIC_RATE_LIMIT_PER_DAY: '100000000',
  LOG_LEVEL: 'warn',
};

/** Our environment without variables that would connect the server under test to real services. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const configured = /^(PORTICO_|OPENAI_|S3_|DATABASE_URL|REDIS_URL|DEFAULT_MODEL|EMBEDDING_MODEL|HOST$|SECRET_KEY)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !configured.test(name)));
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/**
 * A free port below those that systems give to outgoing connections: such a connection of another test could take the
 * port before the server listens on it, or between its end and its next start.
 */
async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(lowestPort, lowestOutgoingPort);
    const probe = createServer().listen(port);
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
  throw new Error('no free port');
}
