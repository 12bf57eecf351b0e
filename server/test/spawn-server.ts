import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

export interface SpawnedServer {
  readonly url: string;
  readonly apiKey: string;
  /** Ends the process with a signal and waits until it is gone. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
}

/** Starts the server as a process of its own, for tests that kill it. */
export async function spawnServer(dataDir: string, environment: Record<string, string> = {}): Promise<SpawnedServer> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await readPort(child);
  const apiKey = (await readFile(join(dataDir, 'admin-key'), 'utf8')).trim();
  return {
    url: `http://127.0.0.1:${port}`,
    apiKey,
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

async function readPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (piece: Buffer) => {
      text += piece.toString();
      const port = /"port":(\d+).*"msg":"ready"/.exec(text)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.on('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready: ${text}`)));
  });
}
