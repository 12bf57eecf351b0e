import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '../src/app/command-line.ts';
import { compileCache, shortLived } from './spawn-server.ts';

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

export type Environment = Readonly<Record<string, string>>;

const programs = {
  portico: fileURLToPath(new URL('../src/cli.ts', import.meta.url)),
  server: fileURLToPath(new URL('../src/main.ts', import.meta.url)),
  'npm start': fileURLToPath(new URL('../../scripts/start.ts', import.meta.url)),
};

/**
 * Runs `npm run portico -- …words` as an operator does: in a separate process. Starting one takes half a second of
 * processor time, and two to four seconds if it opens the embedded database.
 */
export async function spawnPortico(environment: Environment, words: readonly string[], folder = '.'): Promise<Outcome> {
  return spawnProgram('portico', environment, words, { folder });
}

/**
 * Runs a program to its end. A server that starts, although it must not, is stopped. With `isRead: false`, the reader of
 * its output is gone before it prints anything.
 */
export async function spawnProgram(
  program: keyof typeof programs,
  environment: Environment,
  words: readonly string[],
  { folder = '.', isRead = true } = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [shortLived, programs[program], ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compileCache, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.on('data', (piece: Buffer) => {
    if (piece.toString().includes('"msg":"ready"')) child.kill('SIGTERM');
  });
  if (!isRead) child.stdout.destroy();
  const closed = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  const [out, error, code] = await Promise.all([isRead ? text(child.stdout) : '', text(child.stderr), closed]);
  return { code, out, error };
}

/** Runs the command in this process: for tests of what it does, not of the process. */
export async function runPortico(environment: Environment, words: readonly string[], folder = '.'): Promise<Outcome> {
  const { text: printed, code } = await runCommandLine(words, environment, folder);
  return code === 0 ? { code, out: printed, error: '' } : { code, out: '', error: printed };
}
