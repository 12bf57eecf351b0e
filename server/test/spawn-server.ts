import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { highRateLimits } from './high-rate-limits.ts';

/**
 * Most of a server's start time is compiling the same code again in each process. Not where the server itself keeps it:
 * V8 accepts compiled code only with the same flags.
 */
export const compileCache = fileURLToPath(
  new URL('../../node_modules/.cache/portico/compiled-for-tests', import.meta.url),
);

/**
 * Keeps the database's WebAssembly as it is first compiled. Optimizing it takes half of the processor time and of the
 * memory of a start, and pays only in a process that lives for longer than a test.
 */
export const shortLived = '--liftoff-only';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface SpawnedServer {
  /** The server's address; a process with the worker role has none. */
  readonly url: string;
  readonly apiKey: string;
  /** The log so far. */
  output(): string;
  /** Sends a signal that does not end the process, such as SIGSTOP or SIGCONT. */
  readonly pid: number;
  signal(signal: NodeJS.Signals): void;
  /** Ends the process with a signal and waits until it is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

/**
 * Starts the server as a separate process, for tests that kill it. `words` follow it on the command line. Rate limits
 * are very high unless `environment` sets them.
 */
export async function spawnServer(
  dataDir: string,
  environment: Record<string, string> = {},
  words: readonly string[] = [],
): Promise<SpawnedServer> {
  const child = spawn(process.execPath, [shortLived, main, ...words], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: compileCache,
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      // Reading the guides would double the processor time of a start.
      DEMO: 'false',
      ...highRateLimits,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (piece: Buffer) => {
    output += piece.toString();
  });
  const port = await readPort(child);
  const apiKey = (await readFile(join(dataDir, 'admin-key'), 'utf8')).trim();
  return {
    url: `http://127.0.0.1:${port}`,
    apiKey,
    output: () => output,
    pid: child.pid ?? 0,
    signal: (signal) => void child.kill(signal),
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = new Promise<number | null>((resolve) => {
        child.on('exit', resolve);
      });
      child.kill(signal);
      return gone;
    },
  };
}

/** The port of the process once it is ready; 0 for a worker. */
async function readPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    let ready = false;
    child.stdout?.on('data', (piece: Buffer) => {
      // Later output is only read so that the pipe doesn't fill up.
      if (ready) return;
      text += piece.toString();
      const line = text.split('\n').find((said) => said.includes('"msg":"ready"') && said.endsWith('}'));
      if (line === undefined) return;
      ready = true;
      resolve(Number(/"port":(\d+)/.exec(line)?.[1] ?? 0));
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready: ${text}`)));
  });
}
